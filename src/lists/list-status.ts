import type { Db } from '../db/client.ts';
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
};

/** Every list that there is, loaded or not: the shared ones, or a service's own. Throws OperatorError. */
export async function listStatus(
  db: Db,
  { service, now }: { service?: string; now: Date },
): Promise<ListStatus[]> {
  const serviceId = service === undefined ? ALL_SERVICES : await getServiceId(db, service);
  const snapshots = await listNewestSnapshots(db, serviceId);
  const bySource = new Map(snapshots.map((one) => [one.source, one]));
  const sources = service === undefined ? Object.keys(LIST_SOURCES) : [...bySource.keys()];
  return sources.map((source) => {
    const { title, staleDays } = isSharedList(source)
      ? LIST_SOURCES[source]
      : { title: source, staleDays: OWN_STALE_DAYS };
    const newest = bySource.get(source) ?? null;
    const ageDays = newest === null ? null : ageOfList(newest, now);
    return { source, title, newest, ageDays, isStale: ageDays !== null && ageDays > staleDays };
  });
}
