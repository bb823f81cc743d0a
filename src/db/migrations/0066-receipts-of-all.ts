import { type Kysely, sql } from 'kysely';

/** Receipts count consents, extractions and files too; null in receipts of earlier versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table deletion_receipts add column deleted_consent_count integer',
  'alter table deletion_receipts add column deleted_extraction_count integer',
  'alter table deletion_receipts add column deleted_file_count integer',
  `alter table deletion_receipts add constraint deletion_receipts_kept_counts check (
  num_nulls(deleted_consent_count, deleted_extraction_count, deleted_file_count) in (0, 3))`,
];
