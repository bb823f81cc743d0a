import { type Kysely, sql } from 'kysely';

/**
 * Four-eyes rules of a service, and the digest of the report that a PDF shows. Both rules are null in rows of an
 * earlier version: `four_eyes` without a rule means `identifier`, and a pending request without one means `none`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const RULES = `('true_match', 'identifier', 'all')`;

const STATEMENTS = [
  'alter table screening_settings add column four_eyes_rule text',
  `alter table screening_settings add constraint screening_settings_four_eyes_rule
    check (four_eyes_rule in ${RULES})`,
  'alter table screening_settings add column four_eyes_asked_rule text',
  `alter table screening_settings add constraint screening_settings_four_eyes_asked_rule
    check (four_eyes_asked_rule in ${RULES})`,
  'alter table screening_reports add column content_sha256 bytea',
];
