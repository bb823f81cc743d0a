import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import { KEY_SEPARATOR } from '../../../domain/screening/search/name-index.ts';
import type { Db } from '../../client.ts';
import { toTextArrayLiteral } from '../../staging/copy-rows.ts';
import { toNumberArrayLiteral } from '../../statements/requested-ids.ts';

/** Staged name of an entry that is new. */
export type NewName = {
  entryId: number;
  position: number;
  name: string;
  kind: string;
  partyType: PartyType;
};

/** Names with their search keys, one PostgreSQL array for each column. */
export type NamePage = {
  entryIds: string;
  positions: string;
  names: string;
  kinds: string;
  keys: string;
};

/**
 * Opens a cursor over the new names, in the order in which their entries are stored. It is closed by `closeNewNames` or
 * at the end of the transaction.
 */
export async function openNewNames(db: Db): Promise<void> {
  await sql`
    declare new_names no scroll cursor for
    select new_entry.entry_id as "entryId", names.position, names.name, names.kind, entries.party_type as "partyType"
    from staged_new new_entry
    join staged_names names on names.record = new_entry.record
    join staged_entries entries on entries.record = new_entry.record
    order by new_entry.entry_id, names.position`.execute(db);
}

export async function fetchNewNames(db: Db, count: number): Promise<NewName[]> {
  const { rows } = await sql<NewName>`fetch ${sql.lit(count)} from new_names`.execute(db);
  return rows;
}

export async function closeNewNames(db: Db): Promise<void> {
  await sql`close new_names`.execute(db);
}

/** Converts names to columns; `keys` contains the search keys of each name, joined by `KEY_SEPARATOR`. */
export function toNamePage(names: readonly NewName[], keys: readonly string[]): NamePage {
  return {
    entryIds: toNumberArrayLiteral(names.map(({ entryId }) => entryId)),
    positions: toNumberArrayLiteral(names.map(({ position }) => position)),
    names: toTextArrayLiteral(names.map(({ name }) => name)),
    kinds: toTextArrayLiteral(names.map(({ kind }) => kind)),
    keys: toTextArrayLiteral(keys),
  };
}

export async function insertNames(db: Db, serviceId: number, page: NamePage): Promise<void> {
  await sql`
    insert into list_names (service_id, entry_id, position, name, kind, keys)
    select ${serviceId}::integer, new_name.entry_id, new_name.position, new_name.name, new_name.kind,
      string_to_array(new_name.keys, ${KEY_SEPARATOR}::text)
    from unnest(
      ${page.entryIds}::bigint[], ${page.positions}::smallint[], ${page.names}::text[], ${page.kinds}::text[], ${page.keys}::text[]
    ) new_name (entry_id, position, name, kind, keys)`.execute(db);
}
