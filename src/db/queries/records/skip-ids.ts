import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { REMOVE_TIMEOUTS } from '../../staging/remove-timeouts.ts';
import { ID_KINDS } from './id-counters.ts';

const ID_MAX = Number.MAX_SAFE_INTEGER;
/** Number of versions to skip. Versions have four bytes, which allows about two thousand such steps. */
const VERSION_STEP = 1_000_000;
const SERVICE_STEP = 1_000;

/** Removes timeouts until the transaction ends. */
export async function disableTimeouts(tx: Db): Promise<void> {
  for (const statement of REMOVE_TIMEOUTS) await sql.raw(statement).execute(tx);
}

/** Skips the next `count` ids of each kind of a service, except those of receipts, whose chain has no gaps. */
export async function skipIds(
  db: Db,
  { serviceId, count }: { serviceId: number; count: number },
): Promise<void> {
  const kinds = ID_KINDS.filter((kind) => kind !== 'deletion_receipt');
  await db
    .insertInto('id_counters')
    .values(kinds.map((kind) => ({ service_id: serviceId, kind, last_id: count })))
    .onConflict((conflict) =>
      conflict.columns(['service_id', 'kind']).doUpdateSet((row) => ({
        last_id: sql<number>`least(${row.ref('id_counters.last_id')} + ${row.ref('excluded.last_id')}, ${ID_MAX}::bigint)`,
      })),
    )
    .execute();
}

/** Skips `count` values of each bigint sequence, and SERVICE_STEP of integer ones (service ids have four bytes). */
export async function skipSequenceValues(db: Db, count: number): Promise<void> {
  await sql`
    select setval(
      format('%I.%I', schemaname, sequencename)::regclass,
      coalesce(last_value, 0)
        + case data_type when 'integer'::regtype then ${SERVICE_STEP}::bigint else ${count}::bigint end
    )
    from pg_sequences where schemaname = current_schema()
  `.execute(db);
}

/** Increases the versions of a service's businesses, so that none equals one that clients have read before. */
export async function skipVersions(db: Db, serviceId: number): Promise<void> {
  await db
    .updateTable('businesses')
    .set((eb) => ({ version: eb('version', '+', VERSION_STEP) }))
    .where('service_id', '=', serviceId)
    .execute();
}
