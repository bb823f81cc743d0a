import { sql } from 'kysely';
import type { Question } from '../../../domain/questionnaire/questionnaire.ts';
import type { Db } from '../../client.ts';

export type TemplateKey = { serviceId: number; key: string };

export type LockedTemplate = { title: string; version: number };

/** Returns a template, locked until the transaction ends; undefined when there is none. */
export async function lockTemplate(
  db: Db,
  { serviceId, key }: TemplateKey,
): Promise<LockedTemplate | undefined> {
  return await db
    .selectFrom('questionnaire_templates')
    .select(['title', 'version'])
    .where('service_id', '=', serviceId)
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Counts the templates of the service, up to `max`. */
export async function countTemplates(db: Db, serviceId: number, max: number): Promise<number> {
  const selection = db
    .selectFrom('questionnaire_templates')
    .select('key')
    .where('service_id', '=', serviceId)
    .limit(max);
  const { count } = await db
    .selectFrom(selection.as('templates'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a template; fails with a unique violation when the service has the key. */
export async function insertTemplate(
  db: Db,
  { serviceId, key }: TemplateKey,
  title: string,
): Promise<void> {
  await db
    .insertInto('questionnaire_templates')
    .values({ service_id: serviceId, key, title })
    .execute();
}

/** Updates the title and increments the version. */
export async function updateTemplate(
  db: Db,
  { serviceId, key }: TemplateKey,
  title: string,
): Promise<void> {
  await db
    .updateTable('questionnaire_templates')
    .set((eb) => ({ title, version: eb('version', '+', 1) }))
    .where('service_id', '=', serviceId)
    .where('key', '=', key)
    .execute();
}

/** Stored question; `isSame` is true when the new question with the same key has the same position and text. */
export type ComparedQuestion = { key: string; isSame: boolean };

/**
 * Compares the stored questions of a template, in their order, with new ones. Texts are compared in the database,
 * because they may be long.
 */
export async function compareQuestions(
  db: Db,
  { serviceId, key }: TemplateKey,
  questions: readonly Question[],
): Promise<ComparedQuestion[]> {
  const { rows } = await sql<ComparedQuestion>`
    select q.key, coalesce(q.ordinal = new_question.ordinal and q.text = new_question.text, false) as "isSame"
    from (
      select key, text, row_number() over (order by position) as ordinal from questions
      where service_id = ${serviceId} and template_key = ${key}
    ) q
    left join unnest(
      ${questions.map((question) => question.key)}::text[], ${questions.map((question) => question.text)}::text[]
    ) with ordinality as new_question (key, text, ordinal) on new_question.key = q.key
    order by q.ordinal
  `.execute(db);
  return rows;
}

/** Replaces the questions of a template, in order; answers to removed questions stay. One statement. */
export async function storeQuestions(
  db: Db,
  { serviceId, key }: TemplateKey,
  questions: readonly Question[],
): Promise<void> {
  await sql`
    with new_questions as (
      select * from unnest(
        ${questions.map((question) => question.key)}::text[], ${questions.map((question) => question.text)}::text[]
      ) with ordinality as new_question (key, text, ordinal)
    ), deleted_questions as (
      delete from questions q
      where q.service_id = ${serviceId} and q.template_key = ${key}
        and not exists (select from new_questions new_question where new_question.key = q.key)
    )
    insert into questions as q (service_id, template_key, key, position, text)
    select ${serviceId}::integer, ${key}, new_question.key, new_question.ordinal - 1, new_question.text from new_questions new_question
    on conflict (service_id, template_key, key) do update
    set position = excluded.position, text = excluded.text
    where (q.position, q.text) is distinct from (excluded.position, excluded.text)
  `.execute(db);
}
