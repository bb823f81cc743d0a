import { type RawBuilder, sql } from 'kysely';
import type { ValueOf } from '../../statements/prepared.ts';
import { type ListedQuery, whereHeld } from '../lists/list-parts.ts';

/**
 * Name probe: matches names that have one of `keys` and one of `also`; `keysCount` is the number of keys of the closest
 * match.
 */
export type KeysProbe = {
  subject: number;
  keys: readonly string[];
  also: readonly string[];
  weight: number;
  keysCount: number;
};

export type CandidateQuery = ListedQuery & {
  names: readonly KeysProbe[];
  /** True when names are read before their entries are filtered by list and day: nearly all entries qualify then. */
  isOfAll: boolean;
  /** Number of names per subject that are checked against lists and day when `isOfAll` is false. */
  reach: number;
};

/** Values of the prepared statement, with the probes as JSON. */
export type Values = Omit<CandidateQuery, 'identifiers' | 'names'> & {
  identifiers: string;
  names: string;
};

/** Maximum number of names that one probe returns: the rarest keys come first, so that few probes reach it. */
const HITS_MAX = 5000;

type Part = RawBuilder<unknown>;
type Value = ValueOf<Values>;

/** Common table expression of the names that the probes match, once for each probe. */
export function hitsCte(value: Value): Part {
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

/** Ranks names by how much they share with the subject, before entries are filtered. */
export function rankAllNamesCtes(): Part {
  return sql`${namedCte()}, placed as (
      select n.*, ${rowNumber('n')} as place from named n
    )`;
}

/** Ranks the names of entries of the requested lists that were valid on the day, among the first `reach` names. */
export function rankHeldNamesCtes(value: Value): Part {
  return sql`${namedCte()}, reached as (
      select n.*, ${rowNumber('n')} as reached from named n
    ), placed as (
      select n.*, row_number() over (partition by n.subject order by n.reached) as place
      from reached n
      ${whereHeld('n', value)}
      where n.reached <= ${value('reach')}
    )`;
}

function namedCte(): Part {
  return sql`named as (
      select h.subject, h.service_id, h.entry_id, h.position, min(h.name) as name,
        sum(h.weight) - min(h.away) * ${sql.lit(OF_A_KEY)}::double precision as rank
      from hits h
      group by h.subject, h.service_id, h.entry_id, h.position
    )`;
}

function rowNumber(of: string): Part {
  const [subject, rank, entry, position] = ['subject', 'rank', 'entry_id', 'position'].map(
    (column) => sql.ref(`${of}.${column}`),
  );
  return sql`row_number() over (partition by ${subject} order by ${rank} desc, ${entry}, ${position})`;
}

/**
 * Weight of a difference in word count: of two names that share as much, the one with nearly as many words ranks
 * higher.
 */
const OF_A_KEY = 0.3;
