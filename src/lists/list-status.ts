import type { Db } from '../db/client.ts';
import { type FetchSummary, listFetches } from '../db/queries/lists/fetches.ts';
import { listNewestSnapshots, type SnapshotSummary } from '../db/queries/lists/status.ts';
import type { Moment } from '../domain/lists/list-age.ts';
import { ALL_SERVICES, LIST_SOURCES } from '../domain/lists/list-source.ts';
import { computeAge, getListTitle } from '../domain/lists/list-summary.ts';
import { getServiceId } from '../resolvers/service/get-service-id.ts';

export type ListStatus = {
  source: string;
  title: string;
  /** Null when the list was never loaded. */
  newest: SnapshotSummary | null;
  /** Days since the list date. Null when the date is unknown or the list was never loaded. */
  ageDays: number | null;
  isStale: boolean;
  /** Time and outcome of the last fetch from the authority. Null when it was never fetched. */
  fetch: Omit<FetchSummary, 'source'> | null;
};

/**
 * Returns the status of the shared lists, loaded or not, or of the lists of a service. Throws OperatorError for an
 * unknown service.
 */
export async function listStatuses(
  db: Db,
  { service, now }: { service?: string; now: Moment },
): Promise<ListStatus[]> {
  const serviceId = service === undefined ? ALL_SERVICES : await getServiceId(db, service);
  const snapshots = await listNewestSnapshots(db, serviceId);
  const fetches = new Map(
    (await listFetches(db, serviceId)).map(({ source, ...fetch }) => [source, fetch]),
  );
  const bySource = new Map(snapshots.map((snapshot) => [snapshot.source, snapshot]));
  const sources = service === undefined ? Object.keys(LIST_SOURCES) : [...bySource.keys()];
  return sources.map((source) => {
    const newest = bySource.get(source) ?? null;
    const fetch = fetches.get(source) ?? null;
    return { source, title: getListTitle(source), newest, ...toAge(newest, now), fetch };
  });
}

function toAge(
  newest: SnapshotSummary | null,
  now: Moment,
): Pick<ListStatus, 'ageDays' | 'isStale'> {
  if (newest === null) return { ageDays: null, isStale: false };
  const { source, asOf, sourceSeenAt } = newest;
  return computeAge(source, { asOf, sourceSeenAt: sourceSeenAt?.toISOString() ?? null }, now);
}
