import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { type OwnedEntry, selectWholeEntries } from '../lists/entries.ts';
import {
  heldIdentifiedCte,
  identifiedAsJson,
  identifiedCte,
  type ListedQuery,
  type ListedValues,
  listsOnDay,
  listsStamp,
  sourcesCte,
} from '../lists/list-parts.ts';
import type { Candidates } from './candidates.ts';

export type IdentifiedEntries = Pick<Candidates, 'identified' | 'stamp'> & {
  /** First matching entries of each subject, complete. */
  entries: OwnedEntry[];
};
export type IdentifiedInLists = IdentifiedEntries & Pick<Candidates, 'lists'>;

type Query = ListedQuery & { whole: number };
type Values = ListedValues & { whole: number };

/**
 * Returns the lists as of a day and the entries that have a requested identifier, the first `whole` of each subject
 * complete. One statement, so that lists and entries come from the same snapshot.
 */
export async function findIdentifiedInLists(db: Db, query: Query): Promise<IdentifiedInLists> {
  const { rows } = await db.executeQuery<IdentifiedInLists>(selectInLists(db, toValues(query)));
  return rows[0] ?? { ...NO_ENTRIES, lists: [] };
}

/** Returns the same without the lists, for callers that have cached them under the same stamp. */
export async function findIdentified(db: Db, query: Query): Promise<IdentifiedEntries> {
  const { rows } = await db.executeQuery<IdentifiedEntries>(selectIdentified(db, toValues(query)));
  return rows[0] ?? NO_ENTRIES;
}

const NO_ENTRIES: IdentifiedEntries = { identified: [], entries: [], stamp: '' };

function toValues(query: Query): Values {
  return { ...query, identifiers: JSON.stringify(query.identifiers) };
}

// The arrays stand in subselects so that PostgreSQL keeps a generic plan, as in `requested-ids.ts`.
const selectInLists = prepareStatement((db, value: ValueOf<Values>) =>
  sql<IdentifiedInLists>`
    with ${sourcesCte(value)}, ${identifiedCte(value)}, ${heldIdentifiedCte(value)}
    select ${listsOnDay(value)} as lists, ${resultColumns(value)}
  `.compile(db),
);
const selectIdentified = prepareStatement((db, value: ValueOf<Values>) =>
  sql<IdentifiedEntries>`
    with ${identifiedCte(value)}, ${heldIdentifiedCte(value)}
    select ${resultColumns(value)}
  `.compile(db),
);

function resultColumns(value: ValueOf<Values>): RawBuilder<unknown> {
  const firstEntries = sql`(
        select distinct i.service_id, i.entry_id from held_identified i where i.place <= ${value('whole')}::integer
      )`;
  return sql`
      ${identifiedAsJson()} as identified,
      (
        select coalesce(json_agg(w.entry order by w.service_id, w.id), '[]') from (${selectWholeEntries(firstEntries)}) w
      ) as entries,
      ${listsStamp(value)} as stamp`;
}
