import { sql } from 'kysely';
import type {
  Answer,
  Question,
  QuestionnaireTemplate,
} from '../../../domain/questionnaire/questionnaire.ts';
import { mapInSlices } from '../../../scheduling/map-in-slices.ts';
import { type JsonOf, parseJsonInSlices } from '../../../scheduling/parse-json-in-slices.ts';
import type { Db } from '../../client.ts';
import {
  type Columns,
  jsonColumns,
  type Selection,
  selectList,
  valueAt,
} from '../../statements/json-columns.ts';
import { prepareOne, type ValueOf } from '../../statements/prepared.ts';
import { throwTooLong } from '../../statements/read-bounds.ts';
import { hiddenTexts } from '../../statements/requested-ids.ts';
import { ANSWER_TEXTS, isSmallEnough, QUESTION_TEXTS } from './questionnaire-bounds.ts';

export type TemplateRow = Omit<QuestionnaireTemplate, 'questions'> & { version: number };
export type FilledRow = { key: string; updatedAt: Date };
export type StoredQuestion = Question & { templateKey: string };
export type StoredAnswer = Answer & { templateKey: string };

/** Returns the templates of the service, in order of key, at most `limit`; undefined `keys` means all. */
export async function listTemplates(
  db: Db,
  serviceId: number,
  options: { keys: readonly string[] | undefined; limit: number },
): Promise<TemplateRow[]> {
  let query = db
    .selectFrom('questionnaire_templates')
    .where('service_id', '=', serviceId)
    .select(['key', 'title', 'version'])
    .orderBy('key')
    .limit(options.limit);
  const { keys } = options;
  if (keys !== undefined) query = query.where((eb) => eb('key', '=', eb.fn.any(eb.val(keys))));
  return await query.execute();
}

/**
 * Returns the questions of templates, in order of template and position. Throws AppError `limit_exceeded` when their
 * total length exceeds the limit of questionnaire-bounds.ts.
 */
export async function listQuestions(
  db: Db,
  serviceId: number,
  templateKeys: readonly string[],
): Promise<StoredQuestion[]> {
  const { questions } = await selectQuestions(db, { serviceId, templateKeys });
  const columns = await parseJsonInSlices(serviceId, questions ?? throwTooLong('questions'));
  return await mapInSlices(serviceId, columns.key, (key, row) => ({
    templateKey: valueAt(columns.templateKey, row),
    key,
    text: valueAt(columns.text, row),
  }));
}

const QUESTION: Selection<StoredQuestion> = {
  templateKey: sql`q.template_key`,
  key: sql`q.key`,
  text: sql`q.text`,
};

const selectQuestions = prepareOne(
  (db, value: ValueOf<{ serviceId: number; templateKeys: readonly string[] }>) => {
    const fromQuestions = sql`from questions q
      where q.service_id = ${value('serviceId')}
        and q.template_key = any(${hiddenTexts(value('templateKeys'))})`;
    const rows = sql`(select ${selectList(QUESTION)} ${fromQuestions} order by q.template_key, q.position)`;
    return sql<{ questions: JsonOf<Columns<StoredQuestion>> | null }>`
      select case when ${isSmallEnough(QUESTION_TEXTS, fromQuestions)} then ${jsonColumns(QUESTION, rows)}::text end as questions
    `.compile(db);
  },
);

/** Returns the questionnaires that a user has filled, in order of key, at most `limit`; undefined `keys` means all. */
export async function listFilled(
  db: Db,
  user: { serviceId: number; userId: number },
  options: { keys: readonly string[] | undefined; limit: number },
): Promise<FilledRow[]> {
  let query = db
    .selectFrom('filled_questionnaires')
    .where('service_id', '=', user.serviceId)
    .where('user_id', '=', user.userId)
    .select(['template_key as key', 'updated_at as updatedAt'])
    .orderBy('template_key')
    .limit(options.limit);
  const { keys } = options;
  if (keys !== undefined)
    query = query.where((eb) => eb('template_key', '=', eb.fn.any(eb.val(keys))));
  return await query.execute();
}

/**
 * Returns the answers of a user to questionnaires, in order of template, then of question; answers to removed questions
 * are last in their template. Throws AppError `limit_exceeded` when their total length exceeds the limit of
 * questionnaire-bounds.ts.
 */
export async function listAnswers(
  db: Db,
  user: { serviceId: number; userId: number },
  templateKeys: readonly string[],
): Promise<StoredAnswer[]> {
  const { answers } = await selectAnswers(db, { ...user, templateKeys });
  const columns = await parseJsonInSlices(user.serviceId, answers ?? throwTooLong('answers'));
  return await mapInSlices(user.serviceId, columns.question, (question, row) => ({
    templateKey: valueAt(columns.templateKey, row),
    question,
    answer: valueAt(columns.answer, row),
    source: valueAt(columns.source, row),
    combinedFrom: valueAt(columns.combinedFrom, row),
  }));
}

const ANSWER: Selection<StoredAnswer> = {
  templateKey: sql`a.template_key`,
  question: sql`a.question_key`,
  answer: sql`a.answer`,
  source: sql`a.source`,
  combinedFrom: sql`a.combined_from`,
};

const selectAnswers = prepareOne(
  (db, value: ValueOf<{ serviceId: number; userId: number; templateKeys: readonly string[] }>) => {
    const isRequested = sql`a.service_id = ${value('serviceId')} and a.user_id = ${value('userId')}
      and a.template_key = any(${hiddenTexts(value('templateKeys'))})`;
    const rows = sql`(
      select ${selectList(ANSWER)} from answers a
      left join questions q
        on q.service_id = ${value('serviceId')}
        and q.template_key = a.template_key and q.key = a.question_key
      where ${isRequested}
      order by a.template_key, q.position nulls last, a.question_key
    )`;
    const fromAnswers = sql`from answers a where ${isRequested}`;
    return sql<{ answers: JsonOf<Columns<StoredAnswer>> | null }>`
      select case when ${isSmallEnough(ANSWER_TEXTS, fromAnswers)} then ${jsonColumns(ANSWER, rows)}::text end as answers
    `.compile(db);
  },
);
