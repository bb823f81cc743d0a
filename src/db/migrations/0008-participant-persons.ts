import { type Kysely, sql } from 'kysely';

/** Index that finds a person among the participants of one business, however many businesses have the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(INDEX).execute(db);
}

const INDEX = `
create index participants_business_person on participants (service_id, business_id, person_id);
`;
