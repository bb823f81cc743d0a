import { type Kysely, sql } from 'kysely';

/** Finds a person among the participants of one business, however many businesses the person is part of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(INDEX).execute(db);
}

const INDEX = `
create index participants_business_person on participants (service_id, business_id, person_id);
`;
