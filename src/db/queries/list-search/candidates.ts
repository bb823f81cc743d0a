import { type RawBuilder, sql } from 'kysely';
import type { ListSnapshot } from '../../../domain/lists/list-summary.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import {
  identifiedAsJson,
  identifiedCte,
  listsOnDay,
  selectListsVersion,
  sourcesCte,
  validIdentifiedCte,
} from '../lists/list-parts.ts';
import {
  type CandidateQuery,
  hitsCte,
  rankAllNamesCtes,
  rankValidNamesCtes,
  type Values,
} from './candidate-parts.ts';
import type { ListVersion } from './indexed-names.ts';

/** List that was loaded at least once; `snapshot` is null when it was loaded only after the day. */
export type ListOnDay = ListVersion & {
  /** True when the snapshot of that day is also the newest one. */
  isNewest: boolean;
  snapshot: ListSnapshot | null;
};

/** Candidate for the name of a subject. `subject`: number of the subject in the query. */
export type CandidateName = { subject: number; serviceId: number; entryId: number; name: string };

export type Candidates = {
  lists: ListOnDay[];
  /** Entries with a requested identifier. */
  identified: { subject: number; serviceId: number; entryId: number }[];
  names: CandidateName[];
  /** Value that changes when a list is loaded, gets a corrected date, is confirmed as current or is deleted. */
  listsVersion: string;
};

/** Names of one subject as columns, because thousands are returned at once. */
type SubjectNames = { subject: number; serviceIds: number[]; entryIds: number[]; names: string[] };
type CandidatesRow = Omit<Candidates, 'names'> & { names: SubjectNames[] };

/**
 * Returns the lists as of a day, and the entries and names in them that may be the subjects. The names of each subject
 * are ordered best candidate first. One statement, so that lists and candidates come from the same database snapshot.
 */
export async function findCandidates(db: Db, query: CandidateQuery): Promise<Candidates> {
  const { identifiers, names, ...otherValues } = query;
  const statement = query.searchesAllEntries ? selectWithAllNames : selectWithValidNames;
  const { rows } = await db.executeQuery<CandidatesRow>(
    statement(db, {
      ...otherValues,
      identifiers: JSON.stringify(identifiers),
      names: JSON.stringify(names),
    }),
  );
  const { names: columns, ...row } = rows[0] ?? NO_CANDIDATES;
  return { ...row, names: columns.flatMap(toNames) };
}

const NO_CANDIDATES: CandidatesRow = { lists: [], identified: [], names: [], listsVersion: '' };

function toNames({ subject, serviceIds, entryIds, names }: SubjectNames): CandidateName[] {
  return names.map((name, index) => {
    return { subject, serviceId: serviceIds[index] ?? 0, entryId: entryIds[index] ?? 0, name };
  });
}

// The arrays are in subselects so that PostgreSQL keeps a generic plan, as in `requested-ids.ts`.
const selectWithAllNames = prepareStatement((db, value: ValueOf<Values>) =>
  selectCandidates(value, rankAllNamesCtes()).compile(db),
);
const selectWithValidNames = prepareStatement((db, value: ValueOf<Values>) =>
  selectCandidates(value, rankValidNamesCtes(value)).compile(db),
);

function selectCandidates(
  value: ValueOf<Values>,
  rankingCtes: RawBuilder<unknown>,
): RawBuilder<CandidatesRow> {
  return sql<CandidatesRow>`
    with ${sourcesCte(value)}, ${identifiedCte(value)}, ${validIdentifiedCte(value)}, ${hitsCte(value)}, ${rankingCtes}
    select
      ${listsOnDay(value)} as lists,
      ${identifiedAsJson()} as identified,
      (
        select coalesce(json_agg(json_build_object('subject', s.subject, 'serviceIds', s.service_ids, 'entryIds', s.entry_ids,
          'names', s.names) order by s.subject), '[]')
        from (
          select p.subject, json_agg(p.service_id order by p.ordinal) as service_ids,
            json_agg(p.entry_id order by p.ordinal) as entry_ids, json_agg(p.name order by p.ordinal) as names
          from ranked_names p
          where p.ordinal <= ${value('limit')}
          group by p.subject
        ) s
      ) as names,
      ${selectListsVersion(value)} as "listsVersion"
  `;
}
