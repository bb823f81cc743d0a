import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

type Many = { key: string; count: number; length?: number };

/** Stores a template with questions `q1`, `q2` and so on, whose texts have this length. */
export async function storeManyQuestions(
  db: Db,
  { serviceId }: { serviceId: number },
  { key, count, length = 1 }: Many,
): Promise<void> {
  await db
    .insertInto('questionnaire_templates')
    .values({ service_id: serviceId, key, title: key })
    .execute();
  await sql`
    insert into questions (service_id, template_key, key, position, text)
    select ${serviceId}::integer, ${key}, 'q' || n, n, repeat('x', ${length}::integer)
    from generate_series(1, ${count}::integer) n
  `.execute(db);
}

/** Stores the answers of a user to these questions, whose texts have this length. */
export async function storeManyAnswers(
  db: Db,
  { serviceId, userId }: { serviceId: number; userId: number },
  { key, count, length = 1 }: Many,
): Promise<void> {
  await db
    .insertInto('filled_questionnaires')
    .values({ service_id: serviceId, user_id: userId, template_key: key })
    .execute();
  await sql`
    insert into answers (service_id, user_id, template_key, question_key, answer, source)
    select ${serviceId}::integer, ${userId}::bigint, ${key}, 'q' || n, repeat('x', ${length}::integer), 'sent'
    from generate_series(1, ${count}::integer) n
  `.execute(db);
}
