import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import { KEY_SEPARATOR } from '../../../domain/screening/search/name-index.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { aggregateListVersion } from '../lists/list-parts.ts';

/** Page of the entries of a list; `serviceId` is 0 for lists that all services share. */
export type NamesPage = {
  serviceId: number;
  source: string;
  /** Position after which the page starts: entry key and id. */
  after: NamesPosition;
  /** Number of entries. */
  limit: number;
};
export type NamesPosition = { entryKey: string; entryId: number };
export const FIRST_POSITION: NamesPosition = { entryKey: '', entryId: 0 };

/** Name of an entry with its search keys, joined by KEY_SEPARATOR; both are null when the entry has no name. */
type Row = NamesPosition & { partyType: PartyType; name: string | null; keys: string | null };
type Values = Omit<NamesPage, 'after'> & NamesPosition & { separator: string };

/** Returns the names of entries of a list that are valid now, in order of entry key. */
export async function readNamesPage(db: Db, { after, ...page }: NamesPage): Promise<Row[]> {
  const values = { ...page, ...after, separator: KEY_SEPARATOR };
  const { rows } = await db.executeQuery<Row>(selectPage(db, values));
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

/** List with its version, which changes when the list is loaded again or its search keys are rebuilt. */
export type ListVersion = { serviceId: number; source: string; listVersion: string };

/** Returns the version of a list, or undefined when the list is not loaded. */
export async function findListVersion(
  db: Db,
  { serviceId, source }: Omit<ListVersion, 'listVersion'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ listVersion: string | null }>`
    select ${aggregateListVersion('n')} as "listVersion"
    from list_snapshots n
    where n.service_id = ${serviceId} and n.source = ${source}
  `.execute(db);
  return rows[0]?.listVersion ?? undefined;
}
