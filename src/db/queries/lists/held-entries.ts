import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import type { EntryKey } from './entries.ts';
import { isHeld, type ListedQuery, stamp } from './list-parts.ts';

export type HeldQuery = Pick<ListedQuery, 'owners' | 'sources' | 'hasOwn' | 'day'>;

export type HeldEntries = {
  /** Of each that is of the lists that are asked for and held on the day: what it is about. */
  partyTypes: ReadonlyMap<number, PartyType>;
  /** As in `Candidates`: where it is another one, these are not the lists that names were found in. */
  stamp: string;
};

type Values = HeldQuery & { serviceIds: readonly number[]; ids: readonly number[] };
type Found = { held: [entryId: number, partyType: PartyType][]; stamp: string };

/** Which of these entries held on the day. */
export async function findHeldEntries(
  db: Db,
  query: HeldQuery,
  entries: readonly EntryKey[],
): Promise<HeldEntries> {
  const byId = new Map(entries.map(({ serviceId, entryId }) => [entryId, serviceId]));
  const asked = { ...query, serviceIds: [...byId.values()], ids: [...byId.keys()] };
  const { rows } = await db.executeQuery<Found>(selectHeld(db, asked));
  const { held, stamp: told } = rows[0] ?? { held: [], stamp: '' };
  return { partyTypes: new Map(held), stamp: told };
}

const selectHeld = prepareStatement((db, value: ValueOf<Values>) =>
  sql<Found>`
    select (
        select coalesce(json_agg(json_build_array(e.id, e.party_type)), '[]')
        from unnest(
          (select ${value('serviceIds')}::integer[]), (select ${value('ids')}::bigint[])
        ) asked (service_id, id)
        join list_entries e on e.service_id = asked.service_id and e.id = asked.id
        where ${isHeld(value)}
      ) as held,
      ${stamp(value)} as stamp
  `.compile(db),
);
