import { sql } from 'kysely';
import type {
  FirstPage,
  Participant,
  ParticipantInFull,
} from '../../../domain/business/participant.ts';
import type { ServiceKeys } from '../../batching/read-keys.ts';
import type { Db } from '../../client.ts';
import { prepareOne, type ValueOf } from '../../statements/prepared.ts';
import {
  decodePages,
  decodePagesInFull,
  documentsOfPages,
  firstPagesCtes,
  PARTICIPANTS,
  type PageColumns,
  type PageColumnsInFull,
  type PageValues,
  toPageValues,
} from './participant-json.ts';

/** Reads the first pages of participants of businesses; `listParticipantWindows` reads other windows. */
export async function readFirstPages(
  db: Db,
  request: ServiceKeys<FirstPage>,
): Promise<Participant[][]> {
  return decodePages(request, await selectPages(db, toPageValues(request)));
}

/** Reads the first pages of participants of businesses, each participant with its documents. */
export async function readFirstPagesInFull(
  db: Db,
  request: ServiceKeys<FirstPage>,
): Promise<ParticipantInFull[][]> {
  return decodePagesInFull(request, await selectPagesInFull(db, toPageValues(request)));
}

const selectPages = prepareOne((db, value: ValueOf<PageValues>) =>
  sql<PageColumns>`with ${firstPagesCtes(value)} select ${PARTICIPANTS} as participants`.compile(
    db,
  ),
);

const selectPagesInFull = prepareOne((db, value: ValueOf<PageValues>) =>
  sql<PageColumnsInFull>`
    with ${firstPagesCtes(value)} select ${PARTICIPANTS} as participants, ${documentsOfPages(value)} as documents
  `.compile(db),
);
