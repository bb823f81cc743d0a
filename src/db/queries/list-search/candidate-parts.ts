import { type RawBuilder, sql } from 'kysely';
import type { ValueOf } from '../../statements/prepared.ts';
import { type IdentifierQuery, joinValidOnDay } from '../lists/list-parts.ts';

/**
 * Probe for names: matches those that have one of `keys` and, unless it is empty, one of `also`. `weight` is what a
 * match adds to the rank of a name; `keysCount` is the number of keys that a name should have, others rank lower.
 */
export type KeysProbe = {
  subject: number;
  keys: readonly string[];
  also: readonly string[];
  weight: number;
  keysCount: number;
};

export type CandidateQuery = IdentifierQuery & {
  names: readonly KeysProbe[];
  /** True when nearly all entries are searched: names are then ranked before entries are filtered by list and day. */
  searchesAllEntries: boolean;
  /** Number of names per subject that are checked against lists and day when `searchesAllEntries` is false. */
  reach: number;
};

/** Values of the prepared statement, with the probes as JSON. */
export type Values = Omit<CandidateQuery, 'identifiers' | 'names'> & {
  identifiers: string;
  names: string;
};

/** Maximum number of names that one probe returns. Probes use rare keys first, so few reach it. */
const HITS_MAX = 5000;

type SqlFragment = RawBuilder<unknown>;
type Value = ValueOf<Values>;

/** Returns the common table expressions of the probes and of the names that they match, once for each probe. */
export function hitsCte(value: Value): SqlFragment {
  return sql`probes as materialized (
      select * from json_to_recordset((select ${value('names')}::json))
        p (subject integer, keys text[], also text[], weight double precision, "keysCount" integer)
    ), hits as (
      select p.subject, p.weight, abs(n.keys_count - p."keysCount") as key_distance, n.service_id, n.entry_id, n.position, n.name
      from probes p
      cross join lateral (
        select n.service_id, n.entry_id, n.position, n.name, cardinality(n.keys) as keys_count
        from list_names n
        where cardinality(p.also) = 0 and n.keys && p.keys
          and n.service_id = any((select ${value('owners')}::integer[])::integer[])
        limit ${sql.lit(HITS_MAX)}
      ) n
      union all
      select p.subject, p.weight, abs(n.keys_count - p."keysCount") as key_distance, n.service_id, n.entry_id, n.position, n.name
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

/** Returns common table expressions that rank the names of all lists, without a filter on entries. */
export function rankAllNamesCtes(): SqlFragment {
  return sql`${nameScoresCte()}, ranked_names as (
      select n.*, ${rowNumber('n')} as ordinal from name_scores n
    )`;
}

/**
 * Returns common table expressions that rank the names of entries of the requested lists that were valid on the day,
 * among the first `reach` names of each subject.
 */
export function rankValidNamesCtes(value: Value): SqlFragment {
  return sql`${nameScoresCte()}, numbered_names as (
      select n.*, ${rowNumber('n')} as number from name_scores n
    ), ranked_names as (
      select n.*, row_number() over (partition by n.subject order by n.number) as ordinal
      from numbered_names n
      ${joinValidOnDay('n', value)}
      where n.number <= ${value('reach')}
    )`;
}

function nameScoresCte(): SqlFragment {
  return sql`name_scores as (
      select h.subject, h.service_id, h.entry_id, h.position, min(h.name) as name,
        sum(h.weight) - min(h.key_distance) * ${sql.lit(KEY_COUNT_WEIGHT)}::double precision as rank
      from hits h
      group by h.subject, h.service_id, h.entry_id, h.position
    )`;
}

/** Returns the rank of a name of the table among those of its subject. */
function rowNumber(alias: string): SqlFragment {
  const [subject, rank, entry, position] = ['subject', 'rank', 'entry_id', 'position'].map(
    (column) => sql.ref(`${alias}.${column}`),
  );
  return sql`row_number() over (partition by ${subject} order by ${rank} desc, ${entry}, ${position})`;
}

/**
 * Weight that is subtracted for each key more or less than the probe's: of two names that share as many keys with the
 * subject, the one with the more similar number of keys ranks higher.
 */
const KEY_COUNT_WEIGHT = 0.3;
