import type { Answer, Question, QuestionnaireTemplate } from '../../../domain/questionnaire.ts';
import type { Db } from '../../client.ts';

export type TemplateRow = Omit<QuestionnaireTemplate, 'questions'> & { version: number };
export type FilledRow = { key: string; updatedAt: Date };
export type StoredAnswer = Answer & { templateKey: string };

/** By key; `keys` undefined means all of the service's templates. */
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

/** The questions of some templates, each template's in its own order. */
export async function listQuestions(
  db: Db,
  serviceId: number,
  templateKeys: readonly string[],
): Promise<(Question & { templateKey: string })[]> {
  return await db
    .selectFrom('questions')
    .where('service_id', '=', serviceId)
    .where((eb) => eb('template_key', '=', eb.fn.any(eb.val(templateKeys))))
    .select(['template_key as templateKey', 'key', 'text'])
    .orderBy('template_key')
    .orderBy('position')
    .execute();
}

/** What a user has filled, by key; `keys` undefined means everything. */
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

/** What a user has answered in some questionnaires, in the order of the questions, removed questions last. */
export async function listAnswers(
  db: Db,
  user: { serviceId: number; userId: number },
  templateKeys: readonly string[],
): Promise<StoredAnswer[]> {
  return await db
    .selectFrom('answers as a')
    .leftJoin('questions as q', (join) =>
      join
        .onRef('q.service_id', '=', 'a.service_id')
        .onRef('q.template_key', '=', 'a.template_key')
        .onRef('q.key', '=', 'a.question_key'),
    )
    .where('a.service_id', '=', user.serviceId)
    .where('a.user_id', '=', user.userId)
    .where((eb) => eb('a.template_key', '=', eb.fn.any(eb.val(templateKeys))))
    .select([
      'a.template_key as templateKey',
      'a.question_key as question',
      'a.answer',
      'a.source',
      'a.combined_from as combinedFrom',
    ])
    .orderBy('a.template_key')
    .orderBy('q.position', (order) => order.asc().nullsLast())
    .orderBy('a.question_key')
    .execute();
}
