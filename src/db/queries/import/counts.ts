import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { selectStaged } from './staged.ts';

/**
 * Counts of an import: objects in its lines, and changes. `removed_participants` were deleted because their business no
 * longer lists them; `changed_businesses` have a new version.
 */
export type ImportCounts = {
  businesses: number;
  participants: number;
  documents: number;
  matches: number;
  persons: number;
  files: number;
  users: number;
  templates: number;
  questions: number;
  questionnaires: number;
  answers: number;
  removed_participants: number;
  new_businesses: number;
  changed_businesses: number;
  new_participants: number;
  new_users: number;
  /** Answers to questions that no template has; they are stored and shown without a question. */
  unasked_answers: number;
};

/** Counts the imported rows and the recorded changes, before the staging tables are cleared. */
export async function countImported(db: Db, serviceId: number): Promise<ImportCounts> {
  const { rows } = await sql<ImportCounts>`
    select
      (select count(*) from import_businesses where service_id = ${serviceId}) as businesses,
      (select count(*) from import_participants where service_id = ${serviceId}) as participants,
      (select count(*) from import_documents where service_id = ${serviceId}) as documents,
      (select count(*) from import_matches where service_id = ${serviceId}) as matches,
      (select count(distinct external_person_id) from import_participants where service_id = ${serviceId}) as persons,
      (select count(distinct file_id) from import_documents where service_id = ${serviceId}) as files,
      (select count(*) from (
        select email_key from import_users where service_id = ${serviceId}
        union select email_key from import_responsibles where service_id = ${serviceId}
      ) as emails) as users,
      (select count(*) from import_templates where service_id = ${serviceId}) as templates,
      (select count(*) from import_questions where service_id = ${serviceId}) as questions,
      (select count(*) from import_questionnaires where service_id = ${serviceId}) as questionnaires,
      (select count(*) from import_answers where service_id = ${serviceId}) as answers,
      (select count(*) from import_removed where service_id = ${serviceId}) as removed_participants,
      (select count(*) from import_business_ids where service_id = ${serviceId} and is_new) as new_businesses,
      (select count(*) from ${selectStaged(serviceId, 'import_business_ids')} i
       where not i.is_new
         and i.id in (select business_id from import_changes where service_id = ${serviceId})) as changed_businesses,
      (select count(*) from import_participant_ids where service_id = ${serviceId} and is_new) as new_participants,
      (select count(*) from import_user_ids where service_id = ${serviceId} and is_new)
        + (select count(*) from import_responsibles where service_id = ${serviceId} and is_new) as new_users,
      (select count(*) ${fromUnaskedAnswers(serviceId)}) as unasked_answers
  `.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('The counts of an import are one row.');
  return counts;
}

/** Returns up to `max` keys of answered questions that no template has, as `template/question`, sorted. */
export async function listUnasked(db: Db, serviceId: number, max: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct a.template_key || '/' || a.question_key as key ${fromUnaskedAnswers(serviceId)}
    order by 1 limit ${max}
  `.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Returns the `from` clause of the answers to questions that no template has. The templates of the import must be
 * stored before.
 */
function fromUnaskedAnswers(serviceId: number): RawBuilder<unknown> {
  return sql`from ${selectStaged(serviceId, 'import_answers')} a where not exists (
    select from questions q where q.service_id = ${serviceId}
      and q.template_key = a.template_key and q.key = a.question_key
  )`;
}
