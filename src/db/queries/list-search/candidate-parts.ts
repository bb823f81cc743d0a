import { type RawBuilder, sql } from 'kysely';
import type { ValueOf } from '../../statements/prepared.ts';
import { type ListedQuery, whereHeld } from '../lists/list-parts.ts';

/** Names to be found that have one of `keys` and one of `also`; `keysCount` is how many keys the likest have. */
export type KeysProbe = {
  subject: number;
  keys: readonly string[];
  also: readonly string[];
  weight: number;
  keysCount: number;
};

export type CandidateQuery = ListedQuery & {
  names: readonly KeysProbe[];
  /** Whether names may come of entries that are of other lists or did not hold on the day: nearly all are then worth it. */
  isOfAll: boolean;
  /** How many names of each subject are looked into otherwise. */
  reach: number;
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
      ${whereHeld('n', value)}
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

/** Of two names that share as much the one with nearly as many words comes first. */
const OF_A_KEY = 0.3;
