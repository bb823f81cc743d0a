import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { type OwnedEntry, wholeEntries } from '../lists/entries.ts';
import {
  heldIdentified,
  identified,
  identifiedAsJson,
  type ListedQuery,
  type ListedValues,
  listsOnDay,
  sources,
  stamp,
} from '../lists/list-parts.ts';
import type { Candidates } from './candidates.ts';

export type Identified = Pick<Candidates, 'identified' | 'stamp'> & {
  /** The first of each subject, whole. */
  entries: OwnedEntry[];
};
export type IdentifiedInLists = Identified & Pick<Candidates, 'lists'>;

type Query = ListedQuery & { whole: number };
type Values = ListedValues & { whole: number };

/**
 * The lists on a day, and which entries have an identifier that is asked for, of each subject `whole` of them whole. One
 * statement, so that what is told of a list is true of what was found in it.
 */
export async function findIdentifiedInLists(db: Db, query: Query): Promise<IdentifiedInLists> {
  const { rows } = await db.executeQuery<IdentifiedInLists>(selectInLists(db, toValues(query)));
  return rows[0] ?? { ...NONE, lists: [] };
}

/** The same without the lists, for whoever knows them of the same stamp. */
export async function findIdentified(db: Db, query: Query): Promise<Identified> {
  const { rows } = await db.executeQuery<Identified>(select(db, toValues(query)));
  return rows[0] ?? NONE;
}

const NONE: Identified = { identified: [], entries: [], stamp: '' };

function toValues(query: Query): Values {
  return { ...query, identifiers: JSON.stringify(query.identifiers) };
}

// The arrays stand in subselects so that the statement is planned once, as in asked-ids.ts.
const selectInLists = prepareStatement((db, value: ValueOf<Values>) =>
  sql<IdentifiedInLists>`
    with ${sources(value)}, ${identified(value)}, ${heldIdentified(value)}
    select ${listsOnDay(value)} as lists, ${found(value)}
  `.compile(db),
);
const select = prepareStatement((db, value: ValueOf<Values>) =>
  sql<Identified>`
    with ${identified(value)}, ${heldIdentified(value)}
    select ${found(value)}
  `.compile(db),
);

function found(value: ValueOf<Values>): RawBuilder<unknown> {
  const first = sql`(
        select distinct i.service_id, i.entry_id from held_identified i where i.place <= ${value('whole')}::integer
      )`;
  return sql`
      ${identifiedAsJson()} as identified,
      (
        select coalesce(json_agg(w.entry order by w.service_id, w.id), '[]') from (${wholeEntries(first)}) w
      ) as entries,
      ${stamp(value)} as stamp`;
}
