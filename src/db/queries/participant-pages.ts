import { type AliasedRawBuilder, sql } from 'kysely';
import type { Participant } from '../../domain/participant.ts';
import { arrayText } from '../asked-pairs.ts';
import type { Db } from '../client.ts';
import type { Pairs, Placed } from '../coalesce.ts';
import { prepare } from '../prepared.ts';
import { selectParticipantsOf } from './participants.ts';

/** The first participants of a business, by id, at most `limit`. */
export type FirstPage = { businessId: number; limit: number };

/** The first pages of these businesses of these services; other windows are read by `listParticipantWindows`. */
export async function readFirstPages(
  db: Db,
  { serviceIds, keys }: Pairs<FirstPage>,
): Promise<Placed<Participant>[]> {
  return await selectAsked(db, [
    arrayText(serviceIds),
    arrayText(keys.map((one) => one.businessId)),
    arrayText(keys.map((one) => one.limit)),
  ]);
}

const selectAsked = prepare((db) =>
  db
    .selectFrom(askedPages())
    .innerJoinLateral(
      selectParticipantsOf(db, sql<number>`asked.service_id`)
        .where('p.business_id', '=', sql<number>`asked.business_id`)
        .orderBy('p.id')
        .limit(sql<number>`asked.max_count`)
        .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .select('asked.place')
    .orderBy('asked.place')
    .orderBy('found.id'),
);

type AskedPage = { service_id: number; business_id: number; max_count: number; place: number };

function askedPages(): AliasedRawBuilder<AskedPage, 'asked'> {
  const asked = sql<AskedPage>`
    unnest(${'{}'}::integer[], ${'{}'}::bigint[], ${'{}'}::integer[]) with ordinality
  `;
  return asked.as<'asked'>(sql`asked (service_id, business_id, max_count, place)`);
}
