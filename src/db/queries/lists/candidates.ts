import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import type { SnapshotOfDay } from '../../../domain/lists/list-on-day.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import {
  type CandidateQuery,
  hits,
  identified,
  isHeld,
  listsOnDay,
  ranked,
  sources,
  type Values,
} from './candidate-parts.ts';

/** A list that was ever loaded; `snapshot` is null where it was not by that day. */
export type ListOnDay = {
  serviceId: number;
  source: string;
  snapshot: SnapshotOfDay | null;
};

/** A name that may be the subject's, the likeliest first; `subject` as in the probes. */
export type CandidateName = {
  subject: number;
  serviceId: number;
  entryId: number;
  name: string;
  partyType: PartyType;
};

export type Candidates = {
  lists: ListOnDay[];
  /** Entries with an identifier that was asked for. */
  identified: { subject: number; serviceId: number; entryId: number }[];
  names: CandidateName[];
};

/**
 * The lists on a day, and what in them may be the subjects. One statement, so that what is told of a list is true of
 * what was found in it.
 */
export async function findCandidates(db: Db, query: CandidateQuery): Promise<Candidates> {
  const { identifiers, names, ...rest } = query;
  const { rows } = await db.executeQuery<Candidates>(
    selectCandidates(db, {
      ...rest,
      identifiers: JSON.stringify(identifiers),
      names: JSON.stringify(names),
    }),
  );
  return rows[0] ?? { lists: [], identified: [], names: [] };
}

// The arrays stand in subselects so that the statement is planned once, as in asked-ids.ts.
const selectCandidates = prepareStatement((db, value: ValueOf<Values>) =>
  sql<Candidates>`
    with ${sources(value)}, ${identified(value)}, ${hits(value)}, ${ranked(value)}
    select
      ${listsOnDay(value)} as lists,
      (
        select coalesce(json_agg(json_build_object('subject', i.subject, 'serviceId', i.service_id, 'entryId', i.entry_id)
          order by i.subject, i.entry_id), '[]')
        from (
          select i.*, row_number() over (partition by i.subject order by i.entry_id) as place
          from identified i
          cross join lateral (
            select from list_entries e
            where e.service_id = i.service_id and e.id = i.entry_id and ${isHeld(value)}
            limit 1
          ) e
        ) i
        where i.place <= ${value('limit')}
      ) as identified,
      (
        select coalesce(json_agg(json_build_object('subject', h.subject, 'serviceId', h.service_id, 'entryId', h.entry_id,
          'name', h.name, 'partyType', h.party_type) order by h.subject, h.place), '[]')
        from held h
        where h.place <= ${value('limit')}
      ) as names
  `.compile(db),
);
