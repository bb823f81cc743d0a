import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import type { EntryKey } from './entries.ts';
import { isHeld, type ListedQuery, listsStamp } from './list-parts.ts';

export type HeldQuery = Pick<ListedQuery, 'owners' | 'sources' | 'hasOwn' | 'day'>;

export type HeldEntries = {
  /** Party types of the entries of the requested lists that were valid on the day, by entry id. */
  partyTypes: ReadonlyMap<number, PartyType>;
  /** Stamp as in `Candidates`; when it differs, the names were found in other versions of the lists. */
  stamp: string;
};

type Values = HeldQuery & { serviceIds: readonly number[]; ids: readonly number[] };
type HeldRow = { held: [entryId: number, partyType: PartyType][]; stamp: string };

/** Returns which of these entries were valid on the day. */
export async function findHeldEntries(
  db: Db,
  query: HeldQuery,
  entries: readonly EntryKey[],
): Promise<HeldEntries> {
  const byId = new Map(entries.map(({ serviceId, entryId }) => [entryId, serviceId]));
  const values = { ...query, serviceIds: [...byId.values()], ids: [...byId.keys()] };
  const { rows } = await db.executeQuery<HeldRow>(selectHeld(db, values));
  const { held, stamp: currentStamp } = rows[0] ?? { held: [], stamp: '' };
  return { partyTypes: new Map(held), stamp: currentStamp };
}

const selectHeld = prepareStatement((db, value: ValueOf<Values>) =>
  sql<HeldRow>`
    select (
        select coalesce(json_agg(json_build_array(e.id, e.party_type)), '[]')
        from unnest(
          (select ${value('serviceIds')}::integer[]), (select ${value('ids')}::bigint[])
        ) asked (service_id, id)
        join list_entries e on e.service_id = asked.service_id and e.id = asked.id
        where ${isHeld(value)}
      ) as held,
      ${listsStamp(value)} as stamp
  `.compile(db),
);
