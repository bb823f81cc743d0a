import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { FilledRow, StoredAnswer } from './questionnaires.ts';

type UserKey = { serviceId: number; userId: number };

/** Marks questionnaires as filled by the user, now; returns them. */
export async function upsertFilled(
  db: Db,
  user: UserKey,
  templateKeys: readonly string[],
): Promise<FilledRow[]> {
  const { rows } = await sql<FilledRow>`
    insert into filled_questionnaires (service_id, user_id, template_key)
    select ${user.serviceId}, ${user.userId}, key from unnest(${templateKeys}::text[]) as sent (key)
    on conflict (service_id, user_id, template_key) do update set updated_at = now()
    returning template_key as key, updated_at as "updatedAt"
  `.execute(db);
  return rows;
}

/** Stores answers over what stands there, in one statement whatever their number. */
export async function upsertAnswers(
  db: Db,
  user: UserKey,
  answers: readonly StoredAnswer[],
): Promise<void> {
  const column = <K extends keyof StoredAnswer>(name: K): StoredAnswer[K][] =>
    answers.map((one) => one[name]);
  await sql`
    insert into answers
      (service_id, user_id, template_key, question_key, answer, source, combined_from)
    select ${user.serviceId}, ${user.userId}, template_key, question_key, answer, source, combined_from
    from unnest(
      ${column('templateKey')}::text[], ${column('question')}::text[], ${column('answer')}::text[],
      ${column('source')}::text[], ${column('combinedFrom')}::text[]
    ) as sent (template_key, question_key, answer, source, combined_from)
    on conflict (service_id, user_id, template_key, question_key) do update
    set answer = excluded.answer, source = excluded.source, combined_from = excluded.combined_from
  `.execute(db);
}

/** Holds the user's row until the transaction ends: imports for one user run one after the other. */
export async function lockUser(db: Db, user: UserKey): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('service_id', '=', user.serviceId)
    .where('id', '=', user.userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
