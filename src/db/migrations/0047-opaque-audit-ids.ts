import { type Kysely, sql } from 'kysely';

/**
 * Opaque id of an audit event, which reveals nothing about other services. Null in earlier events, which keep the row
 * number as id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

// In two steps, because adding a column with a default would rewrite every row.
const STATEMENTS = [
  'alter table audit_events add column public_id uuid',
  'alter table audit_events alter column public_id set default gen_random_uuid()',
];
