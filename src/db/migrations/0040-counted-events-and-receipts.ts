import { type Kysely, sql } from 'kysely';

/** Events with many participants of a business, and receipts that count the deleted matches, screenings and reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Null in events with one participant, as all earlier ones; `participant_id` is the first of them.
  'alter table business_events add column participant_ids bigint[]',
  'alter table business_events add column participant_count integer',
  'alter table business_events add column match_count integer',
  `alter table business_events add constraint business_events_participants check (
  num_nulls(participant_ids, participant_count, match_count) in (0, 3))`,
  // Null in earlier receipts, which did not count them.
  'alter table deletion_receipts add column deleted_match_count integer',
  'alter table deletion_receipts add column deleted_screening_count integer',
  'alter table deletion_receipts add column deleted_report_count integer',
  `alter table deletion_receipts add constraint deletion_receipts_counts check (
  num_nulls(deleted_match_count, deleted_screening_count, deleted_report_count) in (0, 3))`,
];
