import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';
import { sumOverServices } from '../../statements/sum-over-services.ts';
import type { JsonObject } from '../../tables.ts';

export type IdempotencyKey = {
  serviceId: number;
  keyHash: Buffer;
  operation: string;
  inputDigest: Buffer;
};

export type StoredKey = Pick<IdempotencyKey, 'operation' | 'inputDigest'> & { outcome: unknown };

/**
 * Claims a key for this transaction; returns false when it was used within the last 24 hours. Waits for a transaction
 * that has claimed the same key, so that only one of concurrent requests gets it.
 */
export async function claimKey(db: Db, key: IdempotencyKey): Promise<boolean> {
  const { rows } = await db.executeQuery(claim(db, key));
  return rows.length === 1;
}

// Times are compared in UTC because Citus accepts only immutable functions in a conflict clause.
const claim = prepareStatement((db, value: ValueOf<IdempotencyKey>) =>
  sql`
    insert into idempotency_keys (service_id, key_hash, operation, input_digest)
    values (${value('serviceId')}, ${value('keyHash')}, ${value('operation')}, ${value('inputDigest')})
    on conflict (service_id, key_hash) do update
    set operation = excluded.operation, input_digest = excluded.input_digest,
        outcome = null, created_at = excluded.created_at
    where idempotency_keys.created_at at time zone 'UTC'
      < (excluded.created_at at time zone 'UTC') - interval '24 hours'
    returning 1
  `.compile(db),
);

/** Stores the outcome of a key as a pipelined statement, sent with the next one or the commit. */
export async function saveOutcome(db: Db, key: IdempotencyKey, outcome: JsonObject): Promise<void> {
  const { serviceId, keyHash } = key;
  await pipelineWithNext(db, save(db, { serviceId, keyHash, outcome: JSON.stringify(outcome) }));
}

type Outcome = Pick<IdempotencyKey, 'serviceId' | 'keyHash'> & { outcome: string };

const save = prepareStatement((db, value: ValueOf<Outcome>) =>
  db
    .updateTable('idempotency_keys')
    .set({ outcome: value('outcome') })
    .where('service_id', '=', value('serviceId'))
    .where('key_hash', '=', value('keyHash'))
    .compile(),
);

/** Returns a stored key of any age, for a transaction that could not claim it; undefined when there is none. */
export async function findStoredKey(db: Db, key: IdempotencyKey): Promise<StoredKey | undefined> {
  return await selectKey(db, key).executeTakeFirst();
}

/** Returns a committed key that is younger than 24 hours, for reads outside of the transaction that claims it. */
export async function findUnexpiredKey(
  db: Db,
  key: IdempotencyKey,
): Promise<StoredKey | undefined> {
  return await selectKey(db, key)
    .where('created_at', '>=', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
}

function selectKey(db: Db, { serviceId, keyHash }: IdempotencyKey) {
  return db
    .selectFrom('idempotency_keys')
    .select(['operation', 'input_digest as inputDigest', 'outcome'])
    .where('service_id', '=', serviceId)
    .where('key_hash', '=', keyHash);
}

/**
 * Deletes at most `max` expired keys of each service that has one of the `max` oldest expired keys, and returns the
 * number of deleted keys.
 */
export async function deleteExpiredKeys(db: Db, max: number): Promise<number> {
  const selectServices = sql<{ serviceId: number }>`
    select service_id as "serviceId" from (
      select service_id from idempotency_keys where created_at < now() - interval '24 hours'
      order by created_at limit ${max}
    ) expired_keys group by service_id order by service_id
  `;
  const rows = await readAcrossServices(db, selectServices.compile(db));
  return await sumOverServices(
    rows,
    async (serviceId) => await deleteExpiredOfService(db, serviceId, max),
  );
}

async function deleteExpiredOfService(db: Db, serviceId: number, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where service_id = ${serviceId} and key_hash in (
      select key_hash from idempotency_keys
      where service_id = ${serviceId} and created_at < now() - interval '24 hours'
      order by created_at limit ${max} for update skip locked
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
