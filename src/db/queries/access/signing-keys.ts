import type { JsonWebKey } from 'node:crypto';
import type { Db } from '../../client.ts';
import type { Json } from '../../tables.ts';

/** The private JWK that all processes share, or undefined before the first of them made it. */
export async function findSigningKey(db: Db): Promise<Json | undefined> {
  const row = await db.selectFrom('signing_keys').select('private_jwk').limit(1).executeTakeFirst();
  return row?.private_jwk;
}

export type NewSigningKey = { kid: string; privateJwk: JsonWebKey };

/** Stores the key unless there is one already; a unique index allows a single row. */
export async function insertSigningKey(db: Db, key: NewSigningKey): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({ kid: key.kid, private_jwk: JSON.stringify(key.privateJwk) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
