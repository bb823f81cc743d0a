import { type Kysely, sql } from 'kysely';

/** An upsert that deletes participants leaves a receipt too, in the same chain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CHECKS).execute(db);
}

const CHECKS = `
alter table deletion_receipts
  drop constraint deletion_receipts_delete_mode_check,
  add constraint deletion_receipts_delete_mode_check
    check (delete_mode in ('without_folio', 'with_folio', 'all', 'missing')),
  -- A larger one cannot be read, neither for the next receipt nor to prove the chain.
  add constraint deletion_receipts_ids_check check (
    id <= 9007199254740991 and business_id <= 9007199254740991
    and completed_by_user_id <= 9007199254740991
  );
`;
