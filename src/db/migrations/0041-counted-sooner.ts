import { type Kysely, sql } from 'kysely';

/**
 * PostgreSQL analyzes a table when a tenth of it has changed. Until then it expects no rows of a service that was added
 * after the last analysis, and plans filtered lists badly; so tables are analyzed when a hundredth has changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql.raw(statementFor(table)).execute(db);
}

function statementFor(table: string): string {
  return `alter table ${table} set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000)`;
}

/** Tables that filtered lists read. */
const TABLES = [
  'users',
  'persons',
  'businesses',
  'files',
  'participants',
  'documents',
  'participant_matches',
  'screenings',
  'audit_events',
  'deletion_receipts',
  'business_events',
];
