import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { type OwnedEntry, selectCompleteEntries } from '../lists/entries.ts';
import {
  type IdentifierQuery,
  type IdentifierQueryValues,
  identifiedAsJson,
  identifiedCte,
  listsOnDay,
  selectListsVersion,
  sourcesCte,
  validIdentifiedCte,
} from '../lists/list-parts.ts';
import type { Candidates } from './candidates.ts';

export type IdentifiedEntries = Pick<Candidates, 'identified' | 'listsVersion'> & {
  /** First `completeMax` matching entries of each subject, with all their data. */
  entries: OwnedEntry[];
};
export type IdentifiedInLists = IdentifiedEntries & Pick<Candidates, 'lists'>;

type Query = IdentifierQuery & { completeMax: number };
type Values = IdentifierQueryValues & { completeMax: number };

/**
 * Returns the lists as of a day and the entries that have a requested identifier. One statement, so that lists and
 * entries come from the same database snapshot.
 */
export async function findIdentifiedInLists(db: Db, query: Query): Promise<IdentifiedInLists> {
  const { rows } = await db.executeQuery<IdentifiedInLists>(selectInLists(db, toValues(query)));
  return rows[0] ?? { ...NO_ENTRIES, lists: [] };
}

/**
 * Returns the entries that have a requested identifier, without the lists, for callers that have cached the lists under
 * the same `listsVersion`.
 */
export async function findIdentified(db: Db, query: Query): Promise<IdentifiedEntries> {
  const { rows } = await db.executeQuery<IdentifiedEntries>(selectIdentified(db, toValues(query)));
  return rows[0] ?? NO_ENTRIES;
}

const NO_ENTRIES: IdentifiedEntries = { identified: [], entries: [], listsVersion: '' };

function toValues(query: Query): Values {
  return { ...query, identifiers: JSON.stringify(query.identifiers) };
}

// The arrays are in subselects so that PostgreSQL keeps a generic plan, as in `requested-ids.ts`.
const selectInLists = prepareStatement((db, value: ValueOf<Values>) =>
  sql<IdentifiedInLists>`
    with ${sourcesCte(value)}, ${identifiedCte(value)}, ${validIdentifiedCte(value)}
    select ${listsOnDay(value)} as lists, ${resultColumns(value)}
  `.compile(db),
);
const selectIdentified = prepareStatement((db, value: ValueOf<Values>) =>
  sql<IdentifiedEntries>`
    with ${identifiedCte(value)}, ${validIdentifiedCte(value)}
    select ${resultColumns(value)}
  `.compile(db),
);

function resultColumns(value: ValueOf<Values>): RawBuilder<unknown> {
  const firstEntries = sql`(
        select distinct i.service_id, i.entry_id from valid_identified_entries i where i.ordinal <= ${value('completeMax')}::integer
      )`;
  return sql`
      ${identifiedAsJson()} as identified,
      (
        select coalesce(json_agg(w.entry order by w.service_id, w.id), '[]') from (${selectCompleteEntries(firstEntries)}) w
      ) as entries,
      ${selectListsVersion(value)} as "listsVersion"`;
}
