import { sql } from 'kysely';
import type { EntryDetails, ListName } from '../../../domain/lists/list-entry.ts';
import type { ListSnapshot } from '../../../domain/lists/list-summary.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { snapshotAsJson } from '../lists/own-day.ts';

/** A list as it is on a day. */
export type SnapshotOnDay = ListSnapshot & { source: string };

/** A version of an entry that had begun by a day. */
export type VersionOnDay = {
  rfc: string;
  source: string;
  entryKey: string;
  name: string;
  otherNames: ListName[];
  /** The authority's word for where the matter stands. */
  word: string | null;
  details: EntryDetails;
  heldFrom: string;
  /** The first day on which it no longer did; null where it holds on the day. */
  heldUntil: string | null;
};

type Asked = {
  /** 0 for the lists that all services share. */
  serviceId: number;
  sources: readonly string[];
  rfcs: readonly string[];
  /** `YYYY-MM-DD`. */
  day: string;
  /** How many versions may come. */
  limit: number;
};

export type LookedUp = { snapshots: SnapshotOnDay[]; versions: VersionOnDay[] };

/** The first row has the lists, each of the others a version. */
type LookedUpRow = { snapshots: SnapshotOnDay[] | null; version: VersionOnDay | null };

/**
 * The lists on a day, those that were loaded by then, and the versions of the entries of these RFCs up to it, by RFC,
 * key and age. One statement, so that no loading comes between the two: what is told of a list is told of the entries.
 * Each version is a row of its own: tens of megabytes in one value would be parsed in one piece.
 */
export async function lookUpRfcs(db: Db, asked: Asked): Promise<LookedUp> {
  const { rows } = await db.executeQuery<LookedUpRow>(selectLookedUp(db, asked));
  return {
    snapshots: rows[0]?.snapshots ?? [],
    versions: rows.flatMap(({ version }) => version ?? []),
  };
}

// The arrays stand in subselects so that the statement is planned once, as in asked-ids.ts.
const selectLookedUp = prepareStatement((db, value: ValueOf<Asked>) =>
  sql<LookedUpRow>`
    select t.snapshots, t.version
    from (
      select 0 as place, null::json as version, (
        select coalesce(json_agg(${snapshotAsJson('s')} order by s.source), '[]')
        from (
          select distinct on (source) * from list_snapshots
          where service_id = ${value('serviceId')}
            and source = any((select ${value('sources')}::text[])::text[])
            and as_of <= ${value('day')}::date
          order by source, as_of desc, id desc
        ) s
      ) as snapshots
      union all
      select row_number() over (order by v.rfc, v.entry_key, v.valid_from, v.id),
        json_build_object('rfc', v.rfc, 'source', v.source, 'entryKey', v.entry_key, 'name', v.name,
          'otherNames', v.other_names, 'word', v.status, 'details', v.details, 'heldFrom', v.valid_from,
          'heldUntil', v.held_until),
        null::json
      from (
          select i.value as rfc, e.id, e.source, e.entry_key, e.name, e.status, e.details, e.valid_from,
            case when e.valid_to <= ${value('day')}::date then e.valid_to end as held_until,
            (
              select coalesce(json_agg(json_build_object('name', n.name, 'kind', n.kind) order by n.position), '[]')
              from list_names n
              where n.service_id = ${value('serviceId')} and n.entry_id = e.id and n.position > 0
            ) as other_names
          from list_identifiers i
          join list_entries e on e.service_id = ${value('serviceId')} and e.id = i.entry_id
          where i.service_id = ${value('serviceId')} and i.kind = 'rfc'
            and i.value = any((select ${value('rfcs')}::text[])::text[])
            and e.source = any((select ${value('sources')}::text[])::text[])
            and e.valid_from <= ${value('day')}::date
            and (e.valid_to is null or e.valid_to > e.valid_from)
          order by i.value, e.entry_key, e.valid_from, e.id
          limit ${value('limit')}
      ) v
    ) t
    order by t.place
  `.compile(db),
);
