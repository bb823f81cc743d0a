import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import { KEY_SEPARATOR } from '../../../domain/screening/name-index.ts';
import type { Db } from '../../client.ts';

/** A staged name of an entry that is new. */
export type NewName = {
  record: number;
  position: number;
  name: string;
  kind: string;
  partyType: PartyType;
};

/** `keys`: what it is found by, joined by `KEY_SEPARATOR`. */
export type FoundBy = NewName & { keys: string };

/** Reads them from here on, a page at a time, as they are now; it ends with `closeNewNames`, or with the transaction. */
export async function openNewNames(db: Db): Promise<void> {
  await sql`
    declare new_names no scroll cursor for
    select names.record, names.position, names.name, names.kind, entries.party_type as "partyType"
    from staged_new added
    join staged_names names on names.record = added.record
    join staged_entries entries on entries.record = added.record
    order by names.record, names.position`.execute(db);
}

export async function fetchNewNames(db: Db, count: number): Promise<NewName[]> {
  const { rows } = await sql<NewName>`fetch ${sql.lit(count)} from new_names`.execute(db);
  return rows;
}

export async function closeNewNames(db: Db): Promise<void> {
  await sql`close new_names`.execute(db);
}

/** Of those whose entry was stored. */
export async function insertNames(
  db: Db,
  serviceId: number,
  names: readonly FoundBy[],
): Promise<void> {
  await sql`
    insert into list_names (service_id, entry_id, position, name, kind, keys)
    select ${serviceId}::integer, added.entry_id, named.position, named.name, named.kind,
      string_to_array(named.keys, ${KEY_SEPARATOR}::text)
    from unnest(
      ${names.map((one) => one.record)}::integer[], ${names.map((one) => one.position)}::smallint[],
      ${names.map((one) => one.name)}::text[], ${names.map((one) => one.kind)}::text[],
      ${names.map((one) => one.keys)}::text[]
    ) named (record, position, name, kind, keys)
    join staged_new added on added.record = named.record`.execute(db);
}
