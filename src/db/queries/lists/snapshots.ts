import { sql } from 'kysely';
import type { AsOfOrigin, ListWarning } from '../../../domain/lists/list-entry.ts';
import { OperatorError } from '../../../errors.ts';
import type { Db } from '../../client.ts';
import { isLockTimeout } from '../../transaction.ts';
import { statedDay } from './stated-day.ts';

export type ListOwner = { serviceId: number; source: string };

/** Days of the snapshots of a list; null when it has none. */
export type NewestSnapshotDays = {
  /** Latest day from which one of them applies. */
  countsFrom: string | null;
  /** Latest day that the list or an operator stated for one of them. */
  asOf: string | null;
  /** Number of entries of the newest snapshot. */
  rows: number | null;
};

export type NewSnapshot = ListOwner & {
  /** Null when unknown. */
  asOf: string | null;
  /** Day from which it applies, `YYYY-MM-DD`. */
  countsFrom: string;
  asOfOrigin: AsOfOrigin;
  sha256: Buffer;
  bytes: number;
  rowsRead: number;
  rowsKept: number;
  rowsSuppressed: number;
  tallies: Readonly<Record<string, number>>;
  warningsCount: number;
  warnings: readonly ListWarning[];
  loadedBy: string;
  /** Version of the parsing rules. */
  rules: number;
  /** Version of the rules of search keys. */
  keyRules: number;
};

/**
 * Locks a list against concurrent loads until the transaction ends. Throws OperatorError after the lock timeout:
 * loading a long list takes most of a minute.
 */
export async function lockList(db: Db, { serviceId, source }: ListOwner): Promise<void> {
  const name = `list ${serviceId} ${source}`;
  try {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  } catch (cause) {
    if (!isLockTimeout(cause)) throw cause;
    const message = `Nothing was changed: another process is loading or deleting ${source}. Running this again is safe.`;
    throw new OperatorError(message, { cause });
  }
}

export type KnownSnapshot = Pick<
  NewSnapshot,
  'asOf' | 'countsFrom' | 'asOfOrigin' | 'sha256' | 'rules'
> & { id: number };

/** Returns the snapshot that applies on a day, or the newest one when the day is null; undefined when there is none. */
export async function findSnapshotOn(
  db: Db,
  { serviceId, source, day }: ListOwner & { day: string | null },
): Promise<KnownSnapshot | undefined> {
  const { rows } = await sql<KnownSnapshot>`
    select s.id, ${statedDay('s')}::text as "asOf", s.as_of::text as "countsFrom", s.as_of_origin as "asOfOrigin", s.sha256,
      s.rules
    from list_snapshots s
    where service_id = ${serviceId} and source = ${source} and as_of <= coalesce(${day}::date, 'infinity')
    order by as_of desc, id desc
    limit 1`.execute(db);
  return rows[0];
}

/** Returns the latest days of a list, which determine the position of another snapshot in its history. */
export async function findNewestDays(
  db: Db,
  { serviceId, source }: ListOwner,
): Promise<NewestSnapshotDays> {
  const result = await sql<NewestSnapshotDays>`
    select max(s.as_of)::text as "countsFrom", max(${statedDay('s')})::text as "asOf",
      (array_agg(s.rows_kept order by s.as_of desc, s.id desc))[1] as rows
    from list_snapshots s where s.service_id = ${serviceId} and s.source = ${source}`.execute(db);
  return result.rows[0] ?? { countsFrom: null, asOf: null, rows: null };
}

/** Returns the first day after `day` from which a snapshot of the list applies; null when there is none. */
export async function findNextDay(
  db: Db,
  { serviceId, source, day }: ListOwner & { day: string },
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(as_of)::text as day from list_snapshots
    where service_id = ${serviceId} and source = ${source} and as_of > ${day}::date`.execute(db);
  return rows[0]?.day ?? null;
}

/** Inserts a snapshot and returns its id. */
export async function insertSnapshot(db: Db, snapshot: NewSnapshot): Promise<number> {
  const { id } = await db
    .insertInto('list_snapshots')
    .values({
      service_id: snapshot.serviceId,
      source: snapshot.source,
      as_of: snapshot.countsFrom,
      own_day: snapshot.asOf === snapshot.countsFrom ? null : snapshot.asOf,
      as_of_origin: snapshot.asOfOrigin,
      sha256: snapshot.sha256,
      bytes: snapshot.bytes,
      rows_read: snapshot.rowsRead,
      rows_kept: snapshot.rowsKept,
      rows_suppressed: snapshot.rowsSuppressed,
      tallies: JSON.stringify(snapshot.tallies),
      warnings_count: snapshot.warningsCount,
      warnings: JSON.stringify(snapshot.warnings),
      loaded_by: snapshot.loadedBy,
      rules: snapshot.rules,
      key_rules: snapshot.keyRules,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records a fetch that found the snapshot as the newest version of its source. */
export async function markSourceSeen(
  db: Db,
  { serviceId, id }: { serviceId: number; id: number },
): Promise<void> {
  await db
    .updateTable('list_snapshots')
    .set({ confirmed_at: sql<Date>`now()`, source_seen_at: sql<Date>`now()` })
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .execute();
}
