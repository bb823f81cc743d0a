import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import { KEY_SEPARATOR } from '../../../domain/screening/search/name-index.ts';
import type { Db } from '../../client.ts';
import { toTextArrayLiteral } from '../../staging/copy-rows.ts';
import { toNumberArrayLiteral } from '../../statements/requested-ids.ts';
import type { ListOwner } from './snapshots.ts';

/** List whose search keys were computed by older rules, with the day of its newest snapshot. */
export type OutdatedList = ListOwner & { asOf: string };

/**
 * Returns the lists whose search keys were computed by a version of the rules before `keyRules`. With `list`, checks
 * only that one.
 */
export async function listOutdatedKeys(
  db: Db,
  { keyRules, list }: { keyRules: number; list?: ListOwner },
): Promise<OutdatedList[]> {
  const isRequested =
    list === undefined
      ? sql`true`
      : sql`service_id = ${list.serviceId} and source = ${list.source}`;
  const { rows } = await sql<OutdatedList>`
    select service_id as "serviceId", source, max(as_of)::text as "asOf" from list_snapshots
    where ${isRequested}
    group by service_id, source having min(key_rules) < ${keyRules}
    order by service_id, source`.execute(db);
  return rows;
}

/** Stores the version of the rules by which the search keys of a list were computed. */
export async function markKeyRules(
  db: Db,
  { serviceId, source, keyRules }: ListOwner & { keyRules: number },
): Promise<void> {
  await db
    .updateTable('list_snapshots')
    .set({ key_rules: keyRules })
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .execute();
}

/** Stored name, identified by its entry and its position in the entry. */
export type StoredName = { entryId: number; position: number; name: string; partyType: PartyType };

/** Reads the names of all versions of a list in order, after a position. */
export async function readNamesAfter(
  db: Db,
  page: ListOwner & { after: Pick<StoredName, 'entryId' | 'position'>; limit: number },
): Promise<StoredName[]> {
  const { serviceId, source, after, limit } = page;
  const { rows } = await sql<StoredName>`
    select n.entry_id as "entryId", n.position, n.name, e.party_type as "partyType"
    from list_names n
    join list_entries e on e.service_id = n.service_id and e.id = n.entry_id and e.source = ${source}
    where n.service_id = ${serviceId} and (n.entry_id, n.position) > (${after.entryId}, ${after.position})
    order by n.entry_id, n.position
    limit ${limit}`.execute(db);
  return rows;
}

/** Updates the keys of names that differ; `keys` contains the keys of each name, joined by `KEY_SEPARATOR`. */
export async function replaceKeys(
  db: Db,
  { serviceId, names, keys }: { serviceId: number; names: readonly StoredName[]; keys: string[] },
): Promise<void> {
  await sql`
    update list_names n set keys = new_keys.keys
    from (
      select entry_id, position, string_to_array(keys, ${KEY_SEPARATOR}::text) as keys
      from unnest(
        ${toNumberArrayLiteral(names.map(({ entryId }) => entryId))}::bigint[],
        ${toNumberArrayLiteral(names.map(({ position }) => position))}::smallint[],
        ${toTextArrayLiteral(keys)}::text[]
      ) new_keys (entry_id, position, keys)
    ) new_keys
    where n.service_id = ${serviceId} and n.entry_id = new_keys.entry_id and n.position = new_keys.position
      and n.keys is distinct from new_keys.keys`.execute(db);
}
