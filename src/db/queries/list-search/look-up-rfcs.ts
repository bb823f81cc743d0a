import { sql } from 'kysely';
import type { EntryDetails, ListName } from '../../../domain/lists/list-entry.ts';
import type { ListSnapshot } from '../../../domain/lists/list-summary.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { hiddenTexts } from '../../statements/requested-ids.ts';
import { snapshotAsJson } from '../lists/stated-day.ts';

/** Snapshot of a list that applies on a day. */
export type SnapshotOnDay = ListSnapshot & { source: string };

/** Version of an entry that became valid on or before a day. */
export type VersionOnDay = {
  rfc: string;
  source: string;
  entryKey: string;
  name: string;
  otherNames: ListName[];
  /** Status in the wording of the authority; null when the list has none. */
  word: string | null;
  details: EntryDetails;
  heldFrom: string;
  /** First day on which the version was no longer valid; null while it is valid on the day. */
  heldUntil: string | null;
};

type RfcQuery = {
  /** 0 for the lists that all services share. */
  serviceId: number;
  sources: readonly string[];
  rfcs: readonly string[];
  /** `YYYY-MM-DD`. */
  day: string;
  /** Maximum number of versions. */
  limit: number;
};

export type RfcLookup = { snapshots: SnapshotOnDay[]; versions: VersionOnDay[] };

/** Row of the statement: the first one has the snapshots, each further one a version. */
type LookedUpRow = { snapshots: SnapshotOnDay[] | null; version: VersionOnDay | null };

/**
 * Returns the snapshots that apply on a day and the versions of the entries of these RFCs that began on or before it,
 * in order of RFC, entry key and start. One statement, so that both are consistent. Each version is in its own row:
 * parsing one JSON value of tens of megabytes would block the event loop.
 */
export async function lookUpRfcs(db: Db, query: RfcQuery): Promise<RfcLookup> {
  const { rows } = await db.executeQuery<LookedUpRow>(selectLookedUp(db, query));
  return {
    snapshots: rows[0]?.snapshots ?? [],
    versions: rows.flatMap(({ version }) => version ?? []),
  };
}

// The arrays are in subselects so that PostgreSQL keeps a generic plan, as in `requested-ids.ts`.
const selectLookedUp = prepareStatement((db, value: ValueOf<RfcQuery>) =>
  sql<LookedUpRow>`
    select t.snapshots, t.version
    from (
      select 0 as ordinal, null::json as version, (
        select coalesce(json_agg(${snapshotAsJson('s')} order by s.source), '[]')
        from (
          select distinct on (source) * from list_snapshots
          where service_id = ${value('serviceId')}
            and source = any(${hiddenTexts(value('sources'))})
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
            and i.value = any(${hiddenTexts(value('rfcs'))})
            and e.source = any(${hiddenTexts(value('sources'))})
            and e.valid_from <= ${value('day')}::date
            and (e.valid_to is null or e.valid_to > e.valid_from)
          order by i.value, e.entry_key, e.valid_from, e.id
          limit ${value('limit')}
      ) v
    ) t
    order by t.ordinal
  `.compile(db),
);
