import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { recordAnswerCounts } from './service-counts.ts';
import { selectStaged } from './staged.ts';

/**
 * Stores the imported templates and replaces their questions; answers to removed questions stay. Increments the version
 * of a template that changes.
 */
export async function storeTemplates(db: Db, serviceId: number): Promise<void> {
  await incrementVersions(db, serviceId);
  await sql`
    insert into questionnaire_templates as t (service_id, key, title)
    select ${serviceId}, key, title from import_templates where service_id = ${serviceId}
    on conflict (service_id, key) do update set title = excluded.title
    where t.title is distinct from excluded.title
  `.execute(db);
  await sql`
    delete from questions q using ${selectStaged(serviceId, 'import_templates')} t
    where q.service_id = ${serviceId} and q.template_key = t.key
      and not exists (
        select from ${selectStaged(serviceId, 'import_questions')} listed
        where listed.template_key = q.template_key and listed.key = q.key
      )
  `.execute(db);
  await sql`
    insert into questions as q (service_id, template_key, key, position, text)
    select ${serviceId}, template_key, key, position, text from import_questions where service_id = ${serviceId}
    on conflict (service_id, template_key, key) do update
    set position = excluded.position, text = excluded.text
    where (q.position, q.text) is distinct from (excluded.position, excluded.text)
  `.execute(db);
}

/** Increments the version of templates that differ from their lines. Must run before they are written. */
async function incrementVersions(db: Db, serviceId: number): Promise<void> {
  await sql`
    update questionnaire_templates t set version = t.version + 1
    from ${selectStaged(serviceId, 'import_templates')} i
    where t.service_id = ${serviceId} and t.key = i.key and (
      t.title is distinct from i.title
      or exists (
        (select key, position, text from questions
          where service_id = ${serviceId} and template_key = t.key
        except select key, position, text from import_questions where service_id = ${serviceId} and template_key = t.key)
        union all
        (select key, position, text from import_questions where service_id = ${serviceId} and template_key = t.key
        except select key, position, text from questions
          where service_id = ${serviceId} and template_key = t.key)
      )
    )
  `.execute(db);
}

/**
 * Stores filled questionnaires as sent, with an event for each user whose answers changed; answers that the import does
 * not contain stay unchanged.
 */
export async function storeQuestionnaires(db: Db, serviceId: number): Promise<void> {
  await lockAnsweringUsers(db, serviceId);
  await recordAnswerCounts(db, serviceId, -1);
  await sql`
    insert into filled_questionnaires (service_id, user_id, template_key)
    select ${serviceId}, user_id, template_key from import_questionnaires where service_id = ${serviceId}
    order by user_id, template_key
    on conflict do nothing
  `.execute(db);
  await sql`
    with stored_answers as (
      insert into answers as a
        (service_id, user_id, template_key, question_key, answer, source, combined_from)
      select ${serviceId}, user_id, template_key, question_key, answer, 'sent', null
      from import_answers where service_id = ${serviceId}
      order by user_id, template_key, question_key
      on conflict (service_id, user_id, template_key, question_key) do update
      set answer = excluded.answer, source = excluded.source, combined_from = excluded.combined_from
      where (a.answer, a.source) is distinct from (excluded.answer, excluded.source)
      returning a.user_id, a.template_key
    ), changed_questionnaires as (
      select distinct user_id, template_key from stored_answers
    ), events as (
      insert into business_events (service_id, type, user_id, template_keys)
      select ${serviceId}::integer, 'answers_imported', user_id, array_agg(template_key order by template_key)
      from changed_questionnaires group by user_id order by user_id
    )
    update filled_questionnaires f set updated_at = now()
    from changed_questionnaires c
    where f.service_id = ${serviceId} and f.user_id = c.user_id
      and f.template_key = c.template_key and f.updated_at is distinct from now()::timestamptz(3)
  `.execute(db);
  await recordAnswerCounts(db, serviceId, 1);
}

/** Locks the users of imported answers in order of id, in which the import of answers by API also locks them. */
async function lockAnsweringUsers(db: Db, serviceId: number): Promise<void> {
  await sql`
    select count(*) from (
      select 1 from users
      where service_id = ${serviceId} and id in (select user_id from import_questionnaires where service_id = ${serviceId})
      order by id for no key update
    ) as locked_users
  `.execute(db);
}
