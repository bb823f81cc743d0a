import { type RawBuilder, sql } from 'kysely';
import type { ValueOf } from '../../statements/prepared.ts';

/** An identifier to be found; with `isStart` also those that only begin with it. */
export type IdentifierProbe = { subject: number; kind: string; value: string; isStart: boolean };

/** Names to be found that have one of `keys` and one of `also`; `keysCount` is how many keys the likest have. */
export type KeysProbe = {
  subject: number;
  keys: readonly string[];
  also: readonly string[];
  weight: number;
  keysCount: number;
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
  /** Whether names may come of entries that are of other lists or did not hold on the day: nearly all are then worth it. */
  isOfAll: boolean;
  /** How many names of each subject are looked into otherwise. */
  reach: number;
  /** How many names, and how many entries by identifier, may come of each subject. */
  limit: number;
};

/** The same as a statement gets it. */
export type Values = Omit<CandidateQuery, 'identifiers' | 'names'> & {
  identifiers: string;
  names: string;
};

/** Names that one probe may bring: the rarest keys go first, so that few ever come near. */
const HITS_MAX = 5000;

type Part = RawBuilder<unknown>;
type Value = ValueOf<Values>;

export function sources(value: Value): Part {
  return sql`sources as (
      select o.service_id, s.source
      from unnest((select ${value('owners')}::integer[])) o (service_id)
      cross join unnest((select ${value('sources')}::text[])) s (source)
      union
      select n.service_id, n.source
      from list_snapshots n
      where ${value('hasOwn')}::boolean and n.service_id = any((select ${value('owners')}::integer[])::integer[])
        and n.service_id > 0
    )`;
}

export function identified(value: Value): Part {
  return sql`identified as (
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
    )`;
}

/** Each name as often as a probe brings it. */
export function hits(value: Value): Part {
  return sql`probes as materialized (
      select * from json_to_recordset((select ${value('names')}::json))
        p (subject integer, keys text[], also text[], weight double precision, "keysCount" integer)
    ), hits as (
      select p.subject, p.weight, abs(n.keys_count - p."keysCount") as away, n.service_id, n.entry_id, n.position, n.name
      from probes p
      cross join lateral (
        select n.service_id, n.entry_id, n.position, n.name, cardinality(n.keys) as keys_count
        from list_names n
        where cardinality(p.also) = 0 and n.keys && p.keys
          and n.service_id = any((select ${value('owners')}::integer[])::integer[])
        limit ${sql.lit(HITS_MAX)}
      ) n
      union all
      select p.subject, p.weight, abs(n.keys_count - p."keysCount") as away, n.service_id, n.entry_id, n.position, n.name
      from probes p
      cross join lateral (
        select n.service_id, n.entry_id, n.position, n.name, cardinality(n.keys) as keys_count
        from list_names n
        where cardinality(p.also) > 0 and n.keys && p.keys and n.keys && p.also
          and n.service_id = any((select ${value('owners')}::integer[])::integer[])
        limit ${sql.lit(HITS_MAX)}
      ) n
    )`;
}

/** Names in order of how much they share, whatever their entries are. */
export function placedOfAll(): Part {
  return sql`${named()}, placed as (
      select n.*, ${place('n')} as place from named n
    )`;
}

/** Names of entries that are of the lists and held on the day, among the first `reach`. */
export function placedOfSome(value: Value): Part {
  return sql`${named()}, reached as (
      select n.*, ${place('n')} as reached from named n
    ), placed as (
      select n.*, row_number() over (partition by n.subject order by n.reached) as place
      from reached n
      cross join lateral (
        select from list_entries e
        where e.service_id = n.service_id and e.id = n.entry_id and ${isHeld(value)}
        limit 1
      ) e
      where n.reached <= ${value('reach')}
    )`;
}

function named(): Part {
  return sql`named as (
      select h.subject, h.service_id, h.entry_id, h.position, min(h.name) as name,
        sum(h.weight) - min(h.away) * ${sql.lit(OF_A_KEY)}::double precision as rank
      from hits h
      group by h.subject, h.service_id, h.entry_id, h.position
    )`;
}

function place(of: string): Part {
  const [subject, rank, entry, position] = ['subject', 'rank', 'entry_id', 'position'].map(
    (column) => sql.ref(`${of}.${column}`),
  );
  return sql`row_number() over (partition by ${subject} order by ${rank} desc, ${entry}, ${position})`;
}

export function listsOnDay(value: Value): Part {
  return sql`(
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
      )`;
}

/** Another one once a list was loaded or forgotten. */
export function stamp(value: ValueOf<Pick<Values, 'owners'>>): Part {
  return sql`(
        select count(*) || ' ' || coalesce(max(n.id), 0)
        from list_snapshots n
        where n.service_id = any((select ${value('owners')}::integer[])::integer[])
      )`;
}

/** Whether an entry is of the lists that are asked for, and held on the day. */
export function isHeld(
  value: ValueOf<Pick<Values, 'sources' | 'hasOwn' | 'day'>>,
): RawBuilder<boolean> {
  return sql`(
    e.source = any((select ${value('sources')}::text[])::text[]) or ${value('hasOwn')}::boolean and e.service_id > 0
  ) and e.valid_from <= ${value('day')}::date and (e.valid_to is null or e.valid_to > ${value('day')}::date)`;
}

/** Of two names that share as much the one with nearly as many words comes first. */
const OF_A_KEY = 0.3;
