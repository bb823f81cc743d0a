import type { Db } from '../db/client.ts';
import { type FetchSummary, listFetches } from '../db/queries/lists/fetches.ts';
import { listNewestSnapshots, type SnapshotSummary } from '../db/queries/lists/status.ts';
import { ageOfList } from '../domain/lists/list-age.ts';
import { OWN_STALE_DAYS } from '../domain/lists/list-on-day.ts';
import { ALL_SERVICES, isSharedList, LIST_SOURCES } from '../domain/lists/list-source.ts';
import { getServiceId } from '../resolvers/service/get-service-id.ts';

export type ListStatus = {
  source: string;
  title: string;
  /** Null where the list was never loaded. */
  newest: SnapshotSummary | null;
  /** Days since the day of which it speaks; where nobody says that, since it was last seen to be current. */
  ageDays: number | null;
  isStale: boolean;
  /** When its authority was last asked for it, and what came of that; null where it never was. */
  fetch: Omit<FetchSummary, 'source'> | null;
};

/** Every list that there is, loaded or not: the shared ones, or a service's own. Throws OperatorError. */
export async function listStatus(
  db: Db,
  { service, now }: { service?: string; now: Date },
): Promise<ListStatus[]> {
  const serviceId = service === undefined ? ALL_SERVICES : await getServiceId(db, service);
  const snapshots = await listNewestSnapshots(db, serviceId);
  const fetches = new Map(
    (await listFetches(db, serviceId)).map(({ source, ...fetch }) => [source, fetch]),
  );
  const bySource = new Map(snapshots.map((one) => [one.source, one]));
  const sources = service === undefined ? Object.keys(LIST_SOURCES) : [...bySource.keys()];
  return sources.map((source) => {
    const { title, staleDays } = isSharedList(source)
      ? LIST_SOURCES[source]
      : { title: source, staleDays: OWN_STALE_DAYS };
    const newest = bySource.get(source) ?? null;
    const ageDays = newest === null ? null : ageOfList(newest, now);
    const isStale = ageDays !== null && ageDays > staleDays;
    return { source, title, newest, ageDays, isStale, fetch: fetches.get(source) ?? null };
  });
}
