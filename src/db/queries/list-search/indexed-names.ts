import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import { KEY_SEPARATOR } from '../../../domain/screening/search/name-index.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { listMark } from '../lists/list-parts.ts';

/** Entries of a list from one place on; the service is 0 where all share it. */
export type NamesPage = {
  serviceId: number;
  source: string;
  /** Beyond this entry, by key and id. */
  after: NamesPlace;
  /** How many entries. */
  limit: number;
};
export type NamesPlace = { entryKey: string; entryId: number };
export const FIRST_PLACE: NamesPlace = { entryKey: '', entryId: 0 };

/** A name; null where an entry has none. */
type Row = NamesPlace & { partyType: PartyType; name: string | null; keys: string | null };
type Values = Omit<NamesPage, 'after'> & NamesPlace & { separator: string };

/** The names of the entries that hold now, with what they are found by; in order of entry. */
export async function readNamesPage(db: Db, { after, ...page }: NamesPage): Promise<Row[]> {
  const asked = { ...page, ...after, separator: KEY_SEPARATOR };
  const { rows } = await db.executeQuery<Row>(selectPage(db, asked));
  return rows;
}

const selectPage = prepareStatement((db, value: ValueOf<Values>) =>
  sql<Row>`
    select e.entry_key as "entryKey", e.id as "entryId", e.party_type as "partyType", n.name,
      array_to_string(n.keys, ${value('separator')}::text) as keys
    from (
      select e.entry_key, e.id, e.party_type
      from list_entries e
      where e.service_id = ${value('serviceId')} and e.source = ${value('source')} and e.valid_to is null
        and e.entry_key >= ${value('entryKey')} and (e.entry_key, e.id) > (${value('entryKey')}, ${value('entryId')})
      order by e.entry_key, e.id
      limit ${value('limit')}
    ) e
    left join list_names n on n.service_id = ${value('serviceId')} and n.entry_id = e.id
    order by e.entry_key, e.id, n.position
  `.compile(db),
);

/** A list as it is loaded: another mark once it was loaded again, forgotten, or its keys were made again. */
export type ListMark = { serviceId: number; source: string; mark: string };

/** The mark of a list; undefined where it is not loaded. */
export async function findListMark(
  db: Db,
  { serviceId, source }: Omit<ListMark, 'mark'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ mark: string | null }>`
    select ${listMark('n')} as mark
    from list_snapshots n
    where n.service_id = ${serviceId} and n.source = ${source}
  `.execute(db);
  return rows[0]?.mark ?? undefined;
}
