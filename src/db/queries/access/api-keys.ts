import { sql } from 'kysely';
import { withinService } from '../../../runtime/work-scope.ts';
import type { Db } from '../../client.ts';

/**
 * Credentials of a stored key, and the rules of its service for documents. `scopes` are not validated;
 * `documentsVersion` changes with the trusted documents of the service.
 */
export type StoredKey = {
  serviceId: number;
  id: number;
  secretHash: Buffer;
  scopes: string[];
  trustedOnly: boolean;
  documentsVersion: number;
};

export type ApiKey = {
  prefix: string;
  scopes: string[];
  createdAt: Date;
  revokedAt: Date | null;
};

export type NewApiKeyRow = {
  serviceId: number;
  id: number;
  prefix: string;
  secretHash: Buffer;
  scopes: string[];
};

/** Maximum number of listed keys, which bounds the response. */
const KEYS_LISTED_MAX = 1000;

/** Key as sent, with the id of the service that it must belong to. */
type SentKey = { serviceId: number; service: string; prefix: string };

/**
 * Returns the active key of a service by its public prefix; undefined when there is none, or the id is not that of the
 * named service.
 */
export async function findKeyCredentials(db: Db, key: SentKey): Promise<StoredKey | undefined> {
  return await withinService(
    key.serviceId,
    async () => await selectActiveKey(db, key).executeTakeFirst(),
  );
}

/**
 * Returns the active key of a service by its public prefix when the user belongs to the service and is enabled;
 * otherwise undefined.
 */
export async function findCredentials(
  db: Db,
  key: SentKey & { userId: number },
): Promise<StoredKey | undefined> {
  const selection = selectActiveKey(db, key)
    .innerJoin('users', (join) => join.on('users.service_id', '=', key.serviceId))
    .where('users.id', '=', key.userId)
    .where('users.disabled_at', 'is', null);
  return await withinService(key.serviceId, async () => await selection.executeTakeFirst());
}

export async function insertApiKey(db: Db, key: NewApiKeyRow): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      service_id: key.serviceId,
      id: key.id,
      prefix: key.prefix,
      secret_hash: key.secretHash,
      scopes: key.scopes,
    })
    .execute();
}

/** Counts the active keys of each service, in order of service. Services without active keys are omitted. */
export async function countKeysOfServices(
  db: Db,
): Promise<{ serviceId: number; liveKeyCount: number }[]> {
  return await db
    .selectFrom('api_keys')
    .select((row) => ['service_id as serviceId', row.fn.countAll<number>().as('liveKeyCount')])
    .where('revoked_at', 'is', null)
    .groupBy('service_id')
    .orderBy('service_id')
    .execute();
}

export async function countActiveKeys(db: Db, serviceId: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('service_id', '=', serviceId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the keys of a service, oldest first, at most KEYS_LISTED_MAX. */
export async function listApiKeys(db: Db, serviceId: number): Promise<ApiKey[]> {
  return await db
    .selectFrom('api_keys')
    .select(['prefix', 'scopes', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .where('service_id', '=', serviceId)
    .orderBy('id')
    .limit(KEYS_LISTED_MAX)
    .execute();
}

/** Revokes a key; returns its id, or undefined when the service has no active key with the prefix. */
export async function revokeApiKey(
  db: Db,
  key: { serviceId: number; prefix: string },
): Promise<number | undefined> {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('service_id', '=', key.serviceId)
    .where('prefix', '=', key.prefix)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked?.id;
}

function selectActiveKey(db: Db, key: SentKey) {
  return db
    .selectFrom('services')
    .innerJoin('api_keys', (join) => join.on('api_keys.service_id', '=', key.serviceId))
    .select([
      'api_keys.service_id as serviceId',
      'api_keys.id',
      'api_keys.secret_hash as secretHash',
      'api_keys.scopes',
      'services.trusted_only as trustedOnly',
      'services.documents_version as documentsVersion',
    ])
    .where('services.id', '=', key.serviceId)
    .where('services.name', '=', key.service)
    .where('api_keys.prefix', '=', key.prefix)
    .where('api_keys.revoked_at', 'is', null);
}
