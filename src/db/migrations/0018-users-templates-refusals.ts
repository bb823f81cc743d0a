import { type Kysely, sql } from 'kysely';

/** Columns and indexes for managing users, templates and uploads over the API. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Few users are disabled, and a list of them would read all others.
  'create index users_disabled on users (service_id, id) where disabled_at is not null',
  // Businesses of one user in list order.
  'create index businesses_of_responsible on businesses (service_id, responsible_user_id, created_at, id)',
  // Replaces the index without an order, which is a prefix of the one above.
  'drop index businesses_responsible_user',
  'alter table questionnaire_templates add column version integer not null default 1',
  // Code of the reason for which the last bytes of an announced file were refused, never the bytes themselves.
  'alter table files add column refusal text',
];
