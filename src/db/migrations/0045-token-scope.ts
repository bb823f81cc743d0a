import { type Kysely, sql } from 'kysely';

// Safe since f31fc077: the code ignores scopes of a key that it does not know.
/** Scope for issuing tokens: existing keys keep the ability, new ones need the scope. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `update api_keys set scopes = array_append(scopes, 'token:issue')
  where not scopes @> array['token:issue']`,
    )
    .execute(db);
}
