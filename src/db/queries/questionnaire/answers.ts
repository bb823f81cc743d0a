import { type CompiledQuery, sql } from 'kysely';
import type { AnswerSource } from '../../../domain/questionnaire/questionnaire.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';
import type { StoredAnswer } from './questionnaires.ts';

type UserKey = { serviceId: number; userId: number };

/** Maximum number of answers in one statement: those of the longest questionnaire. More would delay other requests. */
const ANSWERS_PER_STATEMENT = 10_000;

/**
 * Stores answers, replacing existing ones, and sets the update time of their questionnaires. Sends a statement for each
 * ANSWERS_PER_STATEMENT answers. The last one is deferred: in a transaction the promise resolves before it runs, and the
 * next statement or the commit fails with its error.
 */
export async function upsertAnswers(
  db: Db,
  user: UserKey,
  answers: readonly StoredAnswer[],
): Promise<void> {
  let start = 0;
  for (; start + ANSWERS_PER_STATEMENT < answers.length; start += ANSWERS_PER_STATEMENT)
    await db.executeQuery(
      toStatement(db, user, answers.slice(start, start + ANSWERS_PER_STATEMENT)),
    );
  await pipelineWithNext(db, toStatement(db, user, answers.slice(start)));
}

function toStatement(
  db: Db,
  { serviceId, userId }: UserKey,
  answers: readonly StoredAnswer[],
): CompiledQuery {
  const column = <K extends keyof StoredAnswer>(name: K): StoredAnswer[K][] =>
    answers.map((answer) => answer[name]);
  const templateKeys = column('templateKey');
  return storeAnswers(db, {
    serviceId,
    userId,
    distinctTemplateKeys: [...new Set(templateKeys)],
    templateKeys,
    questions: column('question'),
    answers: column('answer'),
    sources: column('source'),
    combinedFrom: column('combinedFrom'),
  });
}

/** Values of the statement. Each array but `distinctTemplateKeys` has one element for each answer. */
type StoredValues = UserKey & {
  distinctTemplateKeys: readonly string[];
  templateKeys: string[];
  questions: string[];
  answers: string[];
  sources: AnswerSource[];
  combinedFrom: (string | null)[];
};

const storeAnswers = prepareStatement((db, value: ValueOf<StoredValues>) =>
  sql`
    with touched_questionnaires as (
      insert into filled_questionnaires (service_id, user_id, template_key)
      select ${value('serviceId')}, ${value('userId')}, key
      from unnest(${value('distinctTemplateKeys')}::text[]) as questionnaires (key)
      on conflict (service_id, user_id, template_key) do update set updated_at = excluded.updated_at
    )
    insert into answers
      (service_id, user_id, template_key, question_key, answer, source, combined_from)
    select ${value('serviceId')}, ${value('userId')},
      template_key, question_key, answer, source, combined_from
    from unnest(
      ${value('templateKeys')}::text[], ${value('questions')}::text[], ${value('answers')}::text[],
      ${value('sources')}::text[], ${value('combinedFrom')}::text[]
    ) as new_answers (template_key, question_key, answer, source, combined_from)
    on conflict (service_id, user_id, template_key, question_key) do update
    set answer = excluded.answer, source = excluded.source, combined_from = excluded.combined_from
  `.compile(db),
);
