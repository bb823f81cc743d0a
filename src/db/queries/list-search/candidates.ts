import { type RawBuilder, sql } from 'kysely';
import type { ListSnapshot } from '../../../domain/lists/list-summary.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import {
  heldIdentified,
  identified,
  identifiedAsJson,
  listsOnDay,
  sources,
  stamp,
} from '../lists/list-parts.ts';
import {
  type CandidateQuery,
  hits,
  placedOfAll,
  placedOfSome,
  type Values,
} from './candidate-parts.ts';
import type { ListMark } from './indexed-names.ts';

/** A list that was ever loaded; `snapshot` is null where it was not by that day. */
export type ListOnDay = ListMark & {
  /** Whether what it is on that day is what it is now. */
  isNewest: boolean;
  snapshot: ListSnapshot | null;
};

/** A name that may be the subject's, the likeliest first; `subject` as in the probes. */
export type CandidateName = {
  subject: number;
  serviceId: number;
  entryId: number;
  name: string;
};

export type Candidates = {
  lists: ListOnDay[];
  /** Entries with an identifier that was asked for. */
  identified: { subject: number; serviceId: number; entryId: number }[];
  names: CandidateName[];
  /** For telling whether the lists are still as they were. */
  stamp: string;
};

/** Names of one subject, by their columns: thousands come at once. */
type NamesOf = { subject: number; serviceIds: number[]; entryIds: number[]; names: string[] };
type Found = Omit<Candidates, 'names'> & { names: NamesOf[] };

/**
 * The lists on a day, and what in them may be the subjects. One statement, so that what is told of a list is true of
 * what was found in it.
 */
export async function findCandidates(db: Db, query: CandidateQuery): Promise<Candidates> {
  const { identifiers, names, ...rest } = query;
  const statement = query.isOfAll ? selectOfAll : selectOfSome;
  const { rows } = await db.executeQuery<Found>(
    statement(db, {
      ...rest,
      identifiers: JSON.stringify(identifiers),
      names: JSON.stringify(names),
    }),
  );
  const { names: columns, ...found } = rows[0] ?? NONE;
  return { ...found, names: columns.flatMap(toNames) };
}

const NONE: Found = { lists: [], identified: [], names: [], stamp: '' };

function toNames({ subject, serviceIds, entryIds, names }: NamesOf): CandidateName[] {
  return names.map((name, at) => {
    return { subject, serviceId: serviceIds[at] ?? 0, entryId: entryIds[at] ?? 0, name };
  });
}

// The arrays stand in subselects so that the statement is planned once, as in asked-ids.ts.
const selectOfAll = prepareStatement((db, value: ValueOf<Values>) =>
  select(value, placedOfAll()).compile(db),
);
const selectOfSome = prepareStatement((db, value: ValueOf<Values>) =>
  select(value, placedOfSome(value)).compile(db),
);

function select(value: ValueOf<Values>, placed: RawBuilder<unknown>): RawBuilder<Found> {
  return sql<Found>`
    with ${sources(value)}, ${identified(value)}, ${heldIdentified(value)}, ${hits(value)}, ${placed}
    select
      ${listsOnDay(value)} as lists,
      ${identifiedAsJson()} as identified,
      (
        select coalesce(json_agg(json_build_object('subject', s.subject, 'serviceIds', s.service_ids, 'entryIds', s.entry_ids,
          'names', s.names) order by s.subject), '[]')
        from (
          select p.subject, json_agg(p.service_id order by p.place) as service_ids,
            json_agg(p.entry_id order by p.place) as entry_ids, json_agg(p.name order by p.place) as names
          from placed p
          where p.place <= ${value('limit')}
          group by p.subject
        ) s
      ) as names,
      ${stamp(value)} as stamp
  `;
}
