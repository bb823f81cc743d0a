import { type Kysely, sql } from 'kysely';

/** What users, templates and uploads need once callers manage them over the wire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Few are disabled, and a list of them would read all the others.
  'create index users_disabled on users (service_id, id) where disabled_at is not null',
  // The businesses of one user in the order of lists.
  'create index businesses_of_responsible on businesses (service_id, responsible_user_id, created_at, id)',
  // The same without an order: the one above begins like it.
  'drop index businesses_responsible_user',
  'alter table questionnaire_templates add column version integer not null default 1',
  // Why the bytes that came last for an announced file were refused: a code, never what was sent.
  'alter table files add column refusal text',
];
