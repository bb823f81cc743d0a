import { sql } from 'kysely';
import type { PartyType } from '../../../domain/lists/list-entry.ts';
import type { SnapshotOfDay } from '../../../domain/lists/list-on-day.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';

/** A list that was ever loaded; `snapshot` is null where it was not by that day. */
export type ListOnDay = {
  serviceId: number;
  source: string;
  snapshot: SnapshotOfDay | null;
};

/** An identifier to be found; with `isStart` also those that only begin with it. */
export type IdentifierProbe = { subject: number; kind: string; value: string; isStart: boolean };

/** Names to be found that have one of `keys` and one of `also`; `length` is that of the name that is looked for. */
export type KeysProbe = {
  subject: number;
  keys: readonly string[];
  also: readonly string[];
  weight: number;
  length: number;
};

export type CandidateQuery = {
  /** The services whose lists are looked at: 0 for those that all share, and one beside it. */
  owners: readonly number[];
  sources: readonly string[];
  /** Whether all lists of the second service's own are looked at, whatever they are called. */
  hasOwn: boolean;
  /** `YYYY-MM-DD`. */
  day: string;
  identifiers: readonly IdentifierProbe[];
  names: readonly KeysProbe[];
  /** How many names, and how many entries by identifier, may come of each subject. */
  limit: number;
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

type Values = Omit<CandidateQuery, 'identifiers' | 'names'> & {
  identifiers: string;
  names: string;
};

/** Names that one probe may bring: the rarest keys go first, so that few ever come near. */
const HITS_MAX = 5000;

// The arrays stand in subselects so that the statement is planned once, as in asked-pairs.ts.
const selectCandidates = prepareStatement((db, value: ValueOf<Values>) =>
  sql<Candidates>`
    with sources as (
      select o.service_id, s.source
      from unnest((select ${value('owners')}::integer[])) o (service_id)
      cross join unnest((select ${value('sources')}::text[])) s (source)
      union
      select n.service_id, n.source
      from list_snapshots n
      where ${value('hasOwn')}::boolean and n.service_id = any((select ${value('owners')}::integer[])::integer[])
        and n.service_id > 0
    ), identified as (
      select distinct p.subject, i.service_id, i.entry_id
      from json_to_recordset((select ${value('identifiers')}::json))
        p (subject integer, kind text, value text, "isStart" boolean)
      cross join lateral (
        select i.service_id, i.entry_id
        from list_identifiers i
        where i.service_id = any((select ${value('owners')}::integer[])::integer[])
          and i.kind = p.kind and i.value = p.value
        union all
        select i.service_id, i.entry_id
        from list_identifiers i
        where p."isStart" and i.service_id = any((select ${value('owners')}::integer[])::integer[])
          and i.kind = p.kind and i.value >= p.value || '000' and i.value <= p.value || 'ZZZ'
          and starts_with(i.value, p.value)
      ) i
    ), probes as materialized (
      select * from json_to_recordset((select ${value('names')}::json))
        p (subject integer, keys text[], also text[], weight double precision, length integer)
    ), hits as (
      select p.subject, p.weight, p.length, n.service_id, n.entry_id, n.position, n.name
      from probes p
      cross join lateral (
        select n.service_id, n.entry_id, n.position, n.name
        from list_names n
        where cardinality(p.also) = 0 and n.keys && p.keys
          and n.service_id = any((select ${value('owners')}::integer[])::integer[])
        limit ${sql.lit(HITS_MAX)}
      ) n
      union all
      select p.subject, p.weight, p.length, n.service_id, n.entry_id, n.position, n.name
      from probes p
      cross join lateral (
        select n.service_id, n.entry_id, n.position, n.name
        from list_names n
        where cardinality(p.also) > 0 and n.keys && p.keys and n.keys && p.also
          and n.service_id = any((select ${value('owners')}::integer[])::integer[])
        limit ${sql.lit(HITS_MAX)}
      ) n
    ), named as (
      select h.subject, h.service_id, h.entry_id, h.position, min(h.name) as name,
        sum(h.weight) - abs(char_length(min(h.name)) - min(h.length)) * ${sql.lit(OF_A_LETTER)} as rank
      from hits h
      group by h.subject, h.service_id, h.entry_id, h.position
    ), held as (
      select n.*, e.party_type,
        row_number() over (partition by n.subject order by n.rank desc, n.entry_id, n.position) as place
      from named n
      join list_entries e on e.service_id = n.service_id and e.id = n.entry_id
      where (e.source = any((select ${value('sources')}::text[])::text[]) or ${value('hasOwn')}::boolean and e.service_id > 0)
        and e.valid_from <= ${value('day')}::date
        and (e.valid_to is null or e.valid_to > ${value('day')}::date)
    )
    select
      (
        select coalesce(json_agg(json_build_object('serviceId', s.service_id, 'source', s.source, 'snapshot', l.snapshot)
          order by s.service_id, s.source), '[]')
        from sources s
        cross join lateral (
          select (
            select json_build_object('asOf', n.as_of, 'asOfOrigin', n.as_of_origin, 'sha256', encode(n.sha256, 'hex'),
              'rows', n.rows_kept, 'confirmedAt', n.confirmed_at)
            from list_snapshots n
            where n.service_id = s.service_id and n.source = s.source and n.as_of <= ${value('day')}::date
            order by n.as_of desc, n.id desc
            limit 1
          ) as snapshot
          where exists (
            select from list_snapshots n where n.service_id = s.service_id and n.source = s.source
          )
        ) l
      ) as lists,
      (
        select coalesce(json_agg(json_build_object('subject', i.subject, 'serviceId', i.service_id, 'entryId', i.entry_id)
          order by i.subject, i.entry_id), '[]')
        from (
          select i.*, row_number() over (partition by i.subject order by i.entry_id) as place
          from identified i
          join list_entries e on e.service_id = i.service_id and e.id = i.entry_id
          where (e.source = any((select ${value('sources')}::text[])::text[]) or ${value('hasOwn')}::boolean and e.service_id > 0)
            and e.valid_from <= ${value('day')}::date
            and (e.valid_to is null or e.valid_to > ${value('day')}::date)
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

/** Of two names that share as much the one of nearly the same length comes first. */
const OF_A_LETTER = 0.1;
