import type { Business } from '../../domain/business.ts';
import type { FirstPage, Participant, ParticipantInFull } from '../../domain/participant.ts';
import { toGroups } from '../asked-pairs.ts';
import type { Db } from '../client.ts';
import type { Pairs } from '../coalesce.ts';
import { prepare } from '../prepared.ts';
import { BUSINESS_COLUMNS, toBusiness } from './businesses.ts';
import {
  askedPages,
  decodePage,
  decodePageInFull,
  PAGE,
  PAGE_DOCUMENTS,
  pageValues,
} from './participant-json.ts';

/** The first pages of these businesses of these services; other windows are read by `listParticipantWindows`. */
export async function readFirstPages(db: Db, pairs: Pairs<FirstPage>): Promise<Participant[][]> {
  const rows = await selectPages(db, pageValues(pairs));
  return toGroups(rows, pairs, decodePage).map((pages) => pages.flat());
}

/** The same, each participant with its documents. */
export async function readFirstPagesInFull(
  db: Db,
  pairs: Pairs<FirstPage>,
): Promise<ParticipantInFull[][]> {
  const rows = await selectPagesInFull(db, pageValues(pairs));
  return toGroups(rows, pairs, decodePageInFull).map((pages) => pages.flat());
}

export type BusinessInFull = { business: Business; participants: ParticipantInFull[] };

/**
 * These businesses of these services, each with its first page in full. One statement, so that a deletion that runs
 * meanwhile shows either all of a business or nothing.
 */
export async function readBusinessesInFull(
  db: Db,
  pairs: Pairs<FirstPage>,
): Promise<BusinessInFull[][]> {
  const rows = await selectBusinessesInFull(db, pageValues(pairs));
  return toGroups(rows, pairs, (row) => ({
    business: toBusiness(row),
    participants: decodePageInFull(row),
  }));
}

const selectPages = prepare((db) =>
  db
    .selectFrom(askedPages())
    .crossJoinLateral(PAGE)
    .select(['asked.place', 'asked.business_id', 'page.participants']),
);

const selectPagesInFull = prepare((db) =>
  db
    .selectFrom(askedPages())
    .crossJoinLateral(PAGE)
    .select(['asked.place', 'asked.business_id', 'page.participants'])
    .select(PAGE_DOCUMENTS.as('documents')),
);

const selectBusinessesInFull = prepare((db) =>
  db
    .selectFrom(askedPages())
    .innerJoin('businesses as b', (join) =>
      join.onRef('b.service_id', '=', 'asked.service_id').onRef('b.id', '=', 'asked.business_id'),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.service_id', '=', 'b.service_id').onRef('u.id', '=', 'b.responsible_user_id'),
    )
    .crossJoinLateral(PAGE)
    .select(BUSINESS_COLUMNS)
    .select(['asked.place', 'asked.business_id', 'page.participants'])
    .select(PAGE_DOCUMENTS.as('documents')),
);
