import { sql } from 'kysely';
import type { Moment } from '../../../domain/lists/list-age.ts';
import type { AsOfOrigin, ListWarning } from '../../../domain/lists/list-entry.ts';
import { computeAge } from '../../../domain/lists/list-summary.ts';
import type { Db } from '../../client.ts';
import type { ListOwner } from './snapshots.ts';
import { statedDay } from './stated-day.ts';

export type SnapshotSummary = {
  source: string;
  id: number;
  /** Null when unknown. */
  asOf: string | null;
  asOfOrigin: AsOfOrigin;
  sha256: string;
  rowsRead: number;
  rowsKept: number;
  rowsSuppressed: number;
  tallies: Record<string, number>;
  warnings: number;
  loadedBy: string;
  loadedAt: Date;
  /** Day from which the snapshot applies, `YYYY-MM-DD`: the stated one, or that of its load. */
  countsFrom: string;
  /** Time of the last fetch that found the snapshot as the newest version of its source; null when there was none. */
  sourceSeenAt: Date | null;
};

/** True when neither the day that was stated for a snapshot nor a fetch shows that its list is current. */
export function isSnapshotStale(
  { source, asOf, sourceSeenAt }: SnapshotSummary,
  now: Moment,
): boolean {
  const dates = { asOf, sourceSeenAt: sourceSeenAt?.toISOString() ?? null };
  return computeAge(source, dates, now).isStale;
}

/** Maximum number of rows shown; one more is read, so that callers can report that there are more. */
export const LISTED_MAX = 1000;

/**
 * Returns the newest snapshot of each list of a service, in order of list code, at most LISTED_MAX + 1; service 0 has
 * the shared lists.
 */
export async function listNewestSnapshots(db: Db, serviceId: number): Promise<SnapshotSummary[]> {
  return await selectSnapshots(db)
    .distinctOn('source')
    .where('service_id', '=', serviceId)
    .orderBy('source')
    .orderBy('as_of', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX + 1)
    .execute();
}

/** Returns the snapshots of a list, newest first, at most LISTED_MAX + 1. */
export async function listSnapshots(
  db: Db,
  { serviceId, source }: ListOwner,
): Promise<SnapshotSummary[]> {
  return await selectSnapshots(db)
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .orderBy('as_of', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX + 1)
    .execute();
}

function selectSnapshots(db: Db) {
  return db
    .selectFrom('list_snapshots')
    .select([
      'source',
      'id',
      sql<string | null>`${statedDay('list_snapshots')}::text`.as('asOf'),
      sql<AsOfOrigin>`as_of_origin`.as('asOfOrigin'),
      sql<string>`encode(sha256, 'hex')`.as('sha256'),
      'rows_read as rowsRead',
      'rows_kept as rowsKept',
      'rows_suppressed as rowsSuppressed',
      sql<Record<string, number>>`tallies`.as('tallies'),
      'warnings_count as warnings',
      'loaded_by as loadedBy',
      'loaded_at as loadedAt',
      sql<string>`as_of::text`.as('countsFrom'),
      'source_seen_at as sourceSeenAt',
    ]);
}

/** Returns the stored warnings of a snapshot; empty when it does not exist. */
export async function readWarnings(
  db: Db,
  { serviceId, id }: { serviceId: number; id: number },
): Promise<ListWarning[]> {
  const snapshot = await db
    .selectFrom('list_snapshots')
    .select(sql<ListWarning[]>`warnings`.as('warnings'))
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return snapshot?.warnings ?? [];
}
