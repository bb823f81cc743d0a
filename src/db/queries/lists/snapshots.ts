import { sql } from 'kysely';
import type { AsOfOrigin, ListWarning } from '../../../domain/lists/list-entry.ts';
import { OperatorError } from '../../../errors.ts';
import type { Db } from '../../client.ts';
import { isLockTimeout } from '../../transaction.ts';

export type ListOwner = { serviceId: number; source: string };

export type NeighbourDays = {
  newest: string | null;
  newestRows: number | null;
  next: string | null;
};

export type NewSnapshot = ListOwner & {
  asOf: string;
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
  rules: number;
  keyRules: number;
};

/**
 * One loading of the same list at a time, until the transaction ends. Throws OperatorError where another one lasts longer than a
 * lock is waited for: a long list takes most of a minute.
 */
export async function lockList(db: Db, { serviceId, source }: ListOwner): Promise<void> {
  const name = `list ${serviceId} ${source}`;
  try {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  } catch (cause) {
    if (!isLockTimeout(cause)) throw cause;
    const message = `Nothing was changed: somebody else is just loading or forgetting ${source}. Running this again is safe.`;
    throw new OperatorError(message, { cause });
  }
}

export type KnownSnapshot = Pick<NewSnapshot, 'asOf' | 'asOfOrigin' | 'sha256' | 'rules'> & {
  id: number;
};

/** The snapshot that speaks for a day, null for that which speaks now; undefined where none was loaded for it. */
export async function findSnapshotOn(
  db: Db,
  { serviceId, source, day }: ListOwner & { day: string | null },
): Promise<KnownSnapshot | undefined> {
  const { rows } = await sql<KnownSnapshot>`
    select id, as_of::text as "asOf", as_of_origin as "asOfOrigin", sha256, rules
    from list_snapshots
    where service_id = ${serviceId} and source = ${source} and as_of <= coalesce(${day}::date, 'infinity')
    order by as_of desc, id desc
    limit 1`.execute(db);
  return rows[0];
}

/**
 * The newest day that a list was loaded for, the rows it has since, and the first day after a given one; null where
 * there is none.
 */
export async function findNeighbourDays(
  db: Db,
  { serviceId, source, asOf }: ListOwner & { asOf: string },
): Promise<NeighbourDays> {
  const found = await sql<NeighbourDays>`
    select max(as_of)::text as newest,
      (array_agg(rows_kept order by as_of desc, id desc))[1] as "newestRows",
      min(as_of) filter (where as_of > ${asOf}::date)::text as next
    from list_snapshots where service_id = ${serviceId} and source = ${source}`.execute(db);
  return found.rows[0] ?? { newest: null, newestRows: null, next: null };
}

export async function insertSnapshot(db: Db, snapshot: NewSnapshot): Promise<number> {
  const { id } = await db
    .insertInto('list_snapshots')
    .values({
      service_id: snapshot.serviceId,
      source: snapshot.source,
      as_of: snapshot.asOf,
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

/** Says that a snapshot is still what the authority publishes. */
export async function confirmSnapshot(
  db: Db,
  { serviceId, id }: { serviceId: number; id: number },
): Promise<void> {
  await db
    .updateTable('list_snapshots')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .execute();
}
