import { type Kysely, sql } from 'kysely';

/** Signing key encrypted by a master key, so that a copy of the database cannot sign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table signing_keys alter column private_jwk drop not null',
  'alter table signing_keys add column sealed_key bytea, add column master_key_id text',
  `alter table signing_keys add constraint signing_keys_sealed check (
     (private_jwk is null) = (sealed_key is not null) and (sealed_key is null) = (master_key_id is null)
   )`,
  // Time at which the use of a master key ended; its id reveals nothing about the key.
  `create table master_keys (
     id text not null,
     idle_since timestamptz(3),
     constraint master_keys_pkey primary key (id)
   )`,
];
