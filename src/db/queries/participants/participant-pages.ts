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
  askedPages,
  decodePages,
  decodePagesInFull,
  documentsOfPages,
  PARTICIPANTS,
  type PageColumns,
  type PageColumnsInFull,
  type PageValues,
  pageValues,
} from './participant-json.ts';

/** The first pages of these businesses of a service; other windows are read by `listParticipantWindows`. */
export async function readFirstPages(
  db: Db,
  asked: ServiceKeys<FirstPage>,
): Promise<Participant[][]> {
  return decodePages(asked, await selectPages(db, pageValues(asked)));
}

/** The same, each participant with its documents. */
export async function readFirstPagesInFull(
  db: Db,
  asked: ServiceKeys<FirstPage>,
): Promise<ParticipantInFull[][]> {
  return decodePagesInFull(asked, await selectPagesInFull(db, pageValues(asked)));
}

const selectPages = prepareOne((db, value: ValueOf<PageValues>) =>
  sql<PageColumns>`with ${askedPages(value)} select ${PARTICIPANTS} as participants`.compile(db),
);

const selectPagesInFull = prepareOne((db, value: ValueOf<PageValues>) =>
  sql<PageColumnsInFull>`
    with ${askedPages(value)} select ${PARTICIPANTS} as participants, ${documentsOfPages(value)} as documents
  `.compile(db),
);
