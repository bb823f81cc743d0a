import { type RawBuilder, sql } from 'kysely';
import type { ValueOf } from '../../statements/prepared.ts';
import { hiddenTexts } from '../../statements/requested-ids.ts';
import { snapshotAsJson } from './stated-day.ts';

/**
 * Probe for an identifier of a subject. With `isPrefix`, it also matches identifiers that consist of the value and a
 * suffix of three characters, for example an RFC with its homoclave.
 */
export type IdentifierProbe = { subject: number; kind: string; value: string; isPrefix: boolean };

/** Query for list entries by identifier. Queries that also search names extend it. */
export type IdentifierQuery = {
  /** Services whose lists are searched: 0 for the shared lists, and the caller's own. */
  owners: readonly number[];
  sources: readonly string[];
  /** True to search all custom lists of the service in addition to `sources`. */
  includesCustomLists: boolean;
  /** Requested date, `YYYY-MM-DD`: the lists are searched as of this date. */
  day: string;
  identifiers: readonly IdentifierProbe[];
  /** Maximum number of entries found by identifier for each subject. Queries by name apply it to names in addition. */
  limit: number;
};

/** Values of the prepared statement, with the identifiers as JSON. */
export type IdentifierQueryValues = Omit<IdentifierQuery, 'identifiers'> & { identifiers: string };

type SqlFragment = RawBuilder<unknown>;
type Value = ValueOf<IdentifierQueryValues>;

/**
 * Common table expression of the requested lists, by service and list code. Here and below, arrays are in subselects,
 * which hide their length from the planner, so that it keeps a generic plan.
 */
export function sourcesCte(value: Value): SqlFragment {
  return sql`sources as (
      select o.service_id, s.source
      from unnest((select ${value('owners')}::integer[])) o (service_id)
      cross join unnest((select ${value('sources')}::text[])) s (source)
      union
      select n.service_id, n.source
      from list_snapshots n
      where ${value('includesCustomLists')}::boolean and n.service_id = any((select ${value('owners')}::integer[])::integer[])
        and n.service_id > 0
    )`;
}

/** Common table expression of the entries of any list and day with a requested identifier. */
export function identifiedCte(value: Value): SqlFragment {
  return sql`identified_entries as (
      select distinct p.subject, i.service_id, i.entry_id
      from json_to_recordset((select ${value('identifiers')}::json))
        p (subject integer, kind text, value text, "isPrefix" boolean)
      cross join lateral (
        select i.service_id, i.entry_id
        from list_identifiers i
        where i.service_id = any((select ${value('owners')}::integer[])::integer[])
          and i.kind = p.kind and i.value = p.value
        union all
        select i.service_id, i.entry_id
        from list_identifiers i
        -- The range uses the index; starts_with excludes other values that the collation sorts into it.
        where p."isPrefix" and i.service_id = any((select ${value('owners')}::integer[])::integer[])
          and i.kind = p.kind and i.value >= p.value || '000' and i.value <= p.value || 'ZZZ'
          and starts_with(i.value, p.value)
      ) i
    )`;
}

/**
 * Common table expression of the entries with an identifier that were valid on the day, at most `limit` for each
 * subject.
 */
export function validIdentifiedCte(value: Value): SqlFragment {
  return sql`valid_identified_entries as (
      select i.* from (
        select i.*, row_number() over (partition by i.subject order by i.entry_id) as ordinal
        from identified_entries i
        ${joinValidOnDay('i', value)}
      ) i
      where i.ordinal <= ${value('limit')}
    )`;
}

/** Subquery with the entries of `valid_identified_entries` as JSON. */
export function identifiedAsJson(): SqlFragment {
  return sql`(
        select coalesce(json_agg(json_build_object('subject', i.subject, 'serviceId', i.service_id, 'entryId', i.entry_id)
          order by i.subject, i.entry_id), '[]')
        from valid_identified_entries i
      )`;
}

/** Subquery with the lists of `sources` that were loaded at least once, as JSON, with the snapshot of the day. */
export function listsOnDay(value: Value): SqlFragment {
  return sql`(
        select coalesce(json_agg(json_build_object('serviceId', s.service_id, 'source', s.source, 'listVersion', l.list_version,
          'isNewest', l.newest <= ${value('day')}::date, 'snapshot', l.snapshot) order by s.service_id, s.source), '[]')
        from sources s
        cross join lateral (
          select k.list_version, k.newest, (
            select ${snapshotAsJson('n')}
            from list_snapshots n
            where n.service_id = s.service_id and n.source = s.source and n.as_of <= ${value('day')}::date
            order by n.as_of desc, n.id desc
            limit 1
          ) as snapshot
          from (
            select ${aggregateListVersion('n')} as list_version, max(n.as_of) as newest
            from list_snapshots n
            where n.service_id = s.service_id and n.source = s.source
          ) k
          where k.newest is not null
        ) l
      )`;
}

/**
 * SQL aggregate over the snapshots of a list: its version. It changes when a snapshot is loaded, gets new search keys,
 * gets a corrected date, or is deleted.
 */
export function aggregateListVersion(alias: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<
    string | null
  >`count(*) || ' ' || max(${column('id')}) || ' ' || sum(${column('key_rules')}) || coalesce(' ' || extract(epoch from max(${column('redated_at')})), '')`;
}

/**
 * Subquery with the common version of all lists of the owners. It changes when a list is loaded, gets a corrected date,
 * is confirmed as current or is deleted. It includes the sum of ids: count and maximum stay the same when a list is
 * deleted while a load with a lower id commits.
 */
export function selectListsVersion(
  value: ValueOf<Pick<IdentifierQueryValues, 'owners'>>,
): SqlFragment {
  return sql`(
        select concat_ws(' ', count(*), sum(n.id), max(n.id), extract(epoch from max(n.confirmed_at)),
          extract(epoch from max(n.redated_at)))
        from list_snapshots n
        where n.service_id = any((select ${value('owners')}::integer[])::integer[])
      )`;
}

/** Lateral join that keeps entries of the requested lists that were valid on the day. */
export function joinValidOnDay(alias: string, value: Value): SqlFragment {
  return sql`cross join lateral (
          select from list_entries e
          where e.service_id = ${sql.ref(`${alias}.service_id`)} and e.id = ${sql.ref(`${alias}.entry_id`)} and ${isValidOnDay(value)}
          limit 1
        ) e`;
}

/** SQL condition on `list_entries e`: the entry belongs to a requested list and was valid on the day. */
export function isValidOnDay(
  value: ValueOf<Pick<IdentifierQueryValues, 'sources' | 'includesCustomLists' | 'day'>>,
): RawBuilder<boolean> {
  return sql`(
    e.source = any(${hiddenTexts(value('sources'))}) or ${value('includesCustomLists')}::boolean and e.service_id > 0
  ) and e.valid_from <= ${value('day')}::date and (e.valid_to is null or e.valid_to > ${value('day')}::date)`;
}
