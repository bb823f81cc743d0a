import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** What a shown key is checked against, and what its service says of documents; `scopes` is as stored. */
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

const KEYS_LISTED_MAX = 1000;

/** The live key of a service by its public prefix. */
export async function findKeyCredentials(
  db: Db,
  shown: { service: string; prefix: string },
): Promise<StoredKey | undefined> {
  return await selectLiveKey(db, shown).executeTakeFirst();
}

/** The same, where the user is one of the service and enabled. One statement. */
export async function findCredentials(
  db: Db,
  shown: { service: string; prefix: string; userId: number },
): Promise<StoredKey | undefined> {
  return await selectLiveKey(db, shown)
    .innerJoin('users', 'users.service_id', 'services.id')
    .where('users.id', '=', shown.userId)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
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

export async function countLiveKeys(db: Db, serviceId: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('service_id', '=', serviceId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The keys of a service, the newest last. */
export async function listApiKeys(db: Db, serviceId: number): Promise<ApiKey[]> {
  return await db
    .selectFrom('api_keys')
    .select(['prefix', 'scopes', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .where('service_id', '=', serviceId)
    .orderBy('id')
    .limit(KEYS_LISTED_MAX)
    .execute();
}

/** Returns the id of the key that was live until now, or undefined where there is none of that prefix. */
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

function selectLiveKey(db: Db, shown: { service: string; prefix: string }) {
  return db
    .selectFrom('services')
    .innerJoin('api_keys', 'api_keys.service_id', 'services.id')
    .select([
      'api_keys.service_id as serviceId',
      'api_keys.id',
      'api_keys.secret_hash as secretHash',
      'api_keys.scopes',
      'services.trusted_only as trustedOnly',
      'services.documents_version as documentsVersion',
    ])
    .where('services.name', '=', shown.service)
    .where('api_keys.prefix', '=', shown.prefix)
    .where('api_keys.revoked_at', 'is', null);
}
