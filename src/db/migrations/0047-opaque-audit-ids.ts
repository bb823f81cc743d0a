import { type Kysely, sql } from 'kysely';

/**
 * Opaque id of an audit event, which tells nothing of other services. Null in events of before, which keep the id that they
 * were shown under: the number of the row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

// In two steps: with a default from the start every row would be written anew.
const STATEMENTS = [
  'alter table audit_events add column public_id uuid',
  'alter table audit_events alter column public_id set default gen_random_uuid()',
];
