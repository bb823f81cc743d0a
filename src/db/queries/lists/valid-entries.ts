import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import type { EntryKey } from './entries.ts';
import { type IdentifierQuery, isValidOnDay, selectListsVersion } from './list-parts.ts';

export type ValidEntriesQuery = Pick<
  IdentifierQuery,
  'owners' | 'sources' | 'includesCustomLists' | 'day'
>;

export type ValidEntries = {
  /** Party types of the entries of the requested lists that were valid on the day, by entry id. */
  partyTypes: ReadonlyMap<number, PartyType>;
  /**
   * Version of the lists. When it differs from that of an earlier statement, the entries belong to other versions of
   * the lists.
   */
  listsVersion: string;
};

type Values = ValidEntriesQuery & { serviceIds: readonly number[]; ids: readonly number[] };
type ValidRow = { valid: [entryId: number, partyType: PartyType][]; listsVersion: string };

/** Returns those of the entries that belong to the requested lists and were valid on the day. */
export async function findValidEntries(
  db: Db,
  query: ValidEntriesQuery,
  entries: readonly EntryKey[],
): Promise<ValidEntries> {
  const serviceIdByEntryId = new Map(entries.map(({ serviceId, entryId }) => [entryId, serviceId]));
  const values = {
    ...query,
    serviceIds: [...serviceIdByEntryId.values()],
    ids: [...serviceIdByEntryId.keys()],
  };
  const { rows } = await db.executeQuery<ValidRow>(selectValid(db, values));
  const { valid, listsVersion } = rows[0] ?? { valid: [], listsVersion: '' };
  return { partyTypes: new Map(valid), listsVersion };
}

// The arrays are in subselects so that PostgreSQL keeps a generic plan, as in `requested-ids.ts`.
const selectValid = prepareStatement((db, value: ValueOf<Values>) =>
  sql<ValidRow>`
    select (
        select coalesce(json_agg(json_build_array(e.id, e.party_type)), '[]')
        from unnest(
          (select ${value('serviceIds')}::integer[]), (select ${value('ids')}::bigint[])
        ) requested_entry (service_id, id)
        join list_entries e on e.service_id = requested_entry.service_id and e.id = requested_entry.id
        where ${isValidOnDay(value)}
      ) as valid,
      ${selectListsVersion(value)} as "listsVersion"
  `.compile(db),
);
