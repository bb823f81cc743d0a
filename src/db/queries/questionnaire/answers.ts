import { type CompiledQuery, sql } from 'kysely';
import type { AnswerSource } from '../../../domain/questionnaire/questionnaire.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runWithNext } from '../../statements/run-pipelined.ts';
import type { StoredAnswer } from './questionnaires.ts';

type UserKey = { serviceId: number; userId: number };

/** As many as one questionnaire asks: what is sent of more at once would hold up everybody else. */
const AT_ONCE = 10_000;

/**
 * Stores answers over what stands there, and marks their questionnaires as filled now; in one statement for each AT_ONCE of
 * them, the last of which nobody waits for.
 */
export async function upsertAnswers(
  db: Db,
  user: UserKey,
  answers: readonly StoredAnswer[],
): Promise<void> {
  let at = 0;
  for (; at + AT_ONCE < answers.length; at += AT_ONCE)
    await db.executeQuery(toStatement(db, user, answers.slice(at, at + AT_ONCE)));
  await runWithNext(db, toStatement(db, user, answers.slice(at)));
}

function toStatement(
  db: Db,
  { serviceId, userId }: UserKey,
  answers: readonly StoredAnswer[],
): CompiledQuery {
  const column = <K extends keyof StoredAnswer>(name: K): StoredAnswer[K][] =>
    answers.map((one) => one[name]);
  const templateKeys = column('templateKey');
  return storeAnswers(db, {
    serviceId,
    userId,
    filled: [...new Set(templateKeys)],
    templateKeys,
    questions: column('question'),
    answers: column('answer'),
    sources: column('source'),
    combinedFrom: column('combinedFrom'),
  });
}

/** The lists but the first are the columns of the answers. */
type StoredValues = UserKey & {
  filled: readonly string[];
  templateKeys: string[];
  questions: string[];
  answers: string[];
  sources: AnswerSource[];
  combinedFrom: (string | null)[];
};

const storeAnswers = prepareStatement((db, value: ValueOf<StoredValues>) =>
  sql`
    with filled as (
      insert into filled_questionnaires (service_id, user_id, template_key)
      select ${value('serviceId')}, ${value('userId')}, key
      from unnest(${value('filled')}::text[]) as sent (key)
      on conflict (service_id, user_id, template_key) do update set updated_at = excluded.updated_at
    )
    insert into answers
      (service_id, user_id, template_key, question_key, answer, source, combined_from)
    select ${value('serviceId')}, ${value('userId')},
      template_key, question_key, answer, source, combined_from
    from unnest(
      ${value('templateKeys')}::text[], ${value('questions')}::text[], ${value('answers')}::text[],
      ${value('sources')}::text[], ${value('combinedFrom')}::text[]
    ) as sent (template_key, question_key, answer, source, combined_from)
    on conflict (service_id, user_id, template_key, question_key) do update
    set answer = excluded.answer, source = excluded.source, combined_from = excluded.combined_from
  `.compile(db),
);
