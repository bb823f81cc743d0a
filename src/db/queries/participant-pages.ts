import { type AliasedRawBuilder, sql } from 'kysely';
import type { Participant } from '../../domain/participant.ts';
import { arrayText } from '../asked-pairs.ts';
import type { Db } from '../client.ts';
import type { Pairs, Placed } from '../coalesce.ts';
import { prepare } from '../prepared.ts';
import { DOCUMENTS, type ParticipantInFull, selectParticipantsOf } from './participants.ts';

/** The first participants of a business, by id, at most `limit`. */
export type FirstPage = { businessId: number; limit: number };

/** The first pages of these businesses of these services; other windows are read by `listParticipantWindows`. */
export async function readFirstPages(
  db: Db,
  pairs: Pairs<FirstPage>,
): Promise<Placed<Participant>[]> {
  return await selectPages(db, pageValues(pairs));
}

/** The same, each participant with its documents. */
export async function readFirstPagesInFull(
  db: Db,
  pairs: Pairs<FirstPage>,
): Promise<Placed<ParticipantInFull>[]> {
  return await selectPagesInFull(db, pageValues(pairs));
}

function pageValues({ serviceIds, keys }: Pairs<FirstPage>): string[] {
  return [
    arrayText(serviceIds),
    arrayText(keys.map((one) => one.businessId)),
    arrayText(keys.map((one) => one.limit)),
  ];
}

const selectPages = prepare((db) =>
  db
    .selectFrom(askedPages())
    .innerJoinLateral(selectPage(db).as('found'), (join) => join.onTrue())
    .selectAll('found')
    .select('asked.place')
    .orderBy('asked.place')
    .orderBy('found.id'),
);

const selectPagesInFull = prepare((db) =>
  db
    .selectFrom(askedPages())
    .innerJoinLateral(selectPage(db).select(DOCUMENTS.as('documents')).as('found'), (join) =>
      join.onTrue(),
    )
    .selectAll('found')
    .select('asked.place')
    .orderBy('asked.place')
    .orderBy('found.id'),
);

function selectPage(db: Db) {
  return selectParticipantsOf(db, sql<number>`asked.service_id`)
    .where('p.business_id', '=', sql<number>`asked.business_id`)
    .orderBy('p.id')
    .limit(sql<number>`asked.max_count`);
}

type AskedPage = { service_id: number; business_id: number; max_count: number; place: number };

function askedPages(): AliasedRawBuilder<AskedPage, 'asked'> {
  const asked = sql<AskedPage>`
    unnest(${'{}'}::integer[], ${'{}'}::bigint[], ${'{}'}::integer[]) with ordinality
  `;
  return asked.as<'asked'>(sql`asked (service_id, business_id, max_count, place)`);
}
