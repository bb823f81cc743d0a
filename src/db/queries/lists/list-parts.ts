import { type RawBuilder, sql } from 'kysely';
import type { ValueOf } from '../../statements/prepared.ts';
import { snapshotAsJson } from './own-day.ts';

/** An identifier to be found; with `isStart` also those that only begin with it. */
export type IdentifierProbe = { subject: number; kind: string; value: string; isStart: boolean };

/** What is asked of lists besides names. */
export type ListedQuery = {
  /** The services whose lists are looked at: 0 for those that all share, and one beside it. */
  owners: readonly number[];
  sources: readonly string[];
  /** Whether all lists of the second service's own are looked at, whatever they are called. */
  hasOwn: boolean;
  /** `YYYY-MM-DD`. */
  day: string;
  identifiers: readonly IdentifierProbe[];
  /** How many entries by identifier, and how many names, may come of each subject. */
  limit: number;
};

/** The same as a statement gets it. */
export type ListedValues = Omit<ListedQuery, 'identifiers'> & { identifiers: string };

type Part = RawBuilder<unknown>;
type Value = ValueOf<ListedValues>;

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

/** Entries with an identifier that held on the day, by their places among those of a subject; at most `limit` of each. */
export function heldIdentified(value: Value): Part {
  return sql`held_identified as (
      select i.* from (
        select i.*, row_number() over (partition by i.subject order by i.entry_id) as place
        from identified i
        ${whereHeld('i', value)}
      ) i
      where i.place <= ${value('limit')}
    )`;
}

export function identifiedAsJson(): Part {
  return sql`(
        select coalesce(json_agg(json_build_object('subject', i.subject, 'serviceId', i.service_id, 'entryId', i.entry_id)
          order by i.subject, i.entry_id), '[]')
        from held_identified i
      )`;
}

export function listsOnDay(value: Value): Part {
  return sql`(
        select coalesce(json_agg(json_build_object('serviceId', s.service_id, 'source', s.source, 'mark', l.mark,
          'isNewest', l.newest <= ${value('day')}::date, 'snapshot', l.snapshot) order by s.service_id, s.source), '[]')
        from sources s
        cross join lateral (
          select k.mark, k.newest, (
            select ${snapshotAsJson('n')}
            from list_snapshots n
            where n.service_id = s.service_id and n.source = s.source and n.as_of <= ${value('day')}::date
            order by n.as_of desc, n.id desc
            limit 1
          ) as snapshot
          from (
            select ${listMark('n')} as mark, max(n.as_of) as newest
            from list_snapshots n
            where n.service_id = s.service_id and n.source = s.source
          ) k
          where k.newest is not null
        ) l
      )`;
}

/** Aggregate over the snapshots of a list that changes when one is loaded, re-keyed, given another day or forgotten. */
export function listMark(of: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql<
    string | null
  >`count(*) || ' ' || max(${column('id')}) || ' ' || sum(${column('key_rules')}) || coalesce(' ' || extract(epoch from max(${column('redated_at')})), '')`;
}

/**
 * Another one once a list was loaded, given another day, seen to be current or forgotten. By the sum of ids too: a loading that began before the
 * newest may commit behind it, when another list was forgotten.
 */
export function stamp(value: ValueOf<Pick<ListedValues, 'owners'>>): Part {
  return sql`(
        select concat_ws(' ', count(*), sum(n.id), max(n.id), extract(epoch from max(n.confirmed_at)),
          extract(epoch from max(n.redated_at)))
        from list_snapshots n
        where n.service_id = any((select ${value('owners')}::integer[])::integer[])
      )`;
}

/** Leaves those out whose entries are of other lists, or did not hold on the day. */
export function whereHeld(of: string, value: Value): Part {
  return sql`cross join lateral (
          select from list_entries e
          where e.service_id = ${sql.ref(`${of}.service_id`)} and e.id = ${sql.ref(`${of}.entry_id`)} and ${isHeld(value)}
          limit 1
        ) e`;
}

/** Whether an entry is of the lists that are asked for, and held on the day. */
export function isHeld(
  value: ValueOf<Pick<ListedValues, 'sources' | 'hasOwn' | 'day'>>,
): RawBuilder<boolean> {
  return sql`(
    e.source = any((select ${value('sources')}::text[])::text[]) or ${value('hasOwn')}::boolean and e.service_id > 0
  ) and e.valid_from <= ${value('day')}::date and (e.valid_to is null or e.valid_to > ${value('day')}::date)`;
}
