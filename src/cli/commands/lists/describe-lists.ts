import type { Redate } from '../../../db/queries/lists/redate.ts';
import type { SnapshotSummary } from '../../../db/queries/lists/status.ts';
import type { ListStatus } from '../../../lists/list-status.ts';
import { toDay } from '../../../runtime/calendar.ts';

/**
 * Describes a list in one line: its list date and age, when its source last published the same file, and its last
 * fetch.
 */
export function describeStatus(status: ListStatus): string {
  const { source, newest, ageDays, isStale, fetch } = status;
  const columns = [source];
  if (newest === null) columns.push('not loaded');
  else {
    const stale = isStale ? ', stale' : '';
    const age = `${ageDays} ${ageDays === 1 ? 'day' : 'days'} old${stale}`;
    columns.push(newest.asOf ?? `day unknown, loaded ${toDay(newest.loadedAt)}${stale}`);
    columns.push(`${newest.rowsKept} rows`);
    if (ageDays !== null) columns.push(age);
    columns.push(describeSource(newest));
  }
  if (fetch !== null) {
    const outcome = fetch.outcome.replace('_', ' ');
    columns.push(`fetched ${fetch.triedAt.toISOString()}: ${fetch.reason ?? outcome}`);
  }
  return columns.join('  ');
}

export function describeSnapshot(snapshot: SnapshotSummary): string {
  const { id, asOf, countsFrom } = snapshot;
  const listDate = asOf ?? 'day unknown';
  const counts = asOf === countsFrom ? '' : `, counts from ${countsFrom}`;
  const rows = `${snapshot.rowsKept} of ${snapshot.rowsRead} rows`;
  const loaded = `loaded ${snapshot.loadedAt.toISOString()} by ${snapshot.loadedBy}`;
  const warnings = `${snapshot.warnings} warnings`;
  return [
    `${id}`,
    `${listDate}${counts}`,
    rows,
    warnings,
    snapshot.sha256,
    loaded,
    describeSource(snapshot),
  ].join('  ');
}

export function describeRedate({ from, to, redatedBy, redatedAt }: Redate): string {
  return `  redated from ${from ?? 'day unknown'} to ${to} ${redatedAt.toISOString()} by ${redatedBy}`;
}

function describeSource({ sourceSeenAt }: Pick<SnapshotSummary, 'sourceSeenAt'>): string {
  return sourceSeenAt === null
    ? 'never seen at its source'
    : `seen at its source ${toDay(sourceSeenAt)}`;
}
