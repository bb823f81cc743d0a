import { sql } from 'kysely';
import type { Db } from '../client.ts';
import { prepareStatement } from '../prepared.ts';
import { runLater, runTogether } from '../together.ts';
import type { FilledRow, StoredAnswer } from './questionnaires.ts';

type UserKey = { serviceId: number; userId: number };

/** What is known before an import decides: rows of one user and of some questionnaires, by key. */
export type ImportRows = {
  /** Keys of the known targets. */
  targets: string[];
  questions: { templateKey: string; key: string }[];
  filled: FilledRow[];
  answers: StoredAnswer[];
  /** What `upsertFilled` of the same transaction writes as the time. */
  now: Date;
};

/**
 * Holds the user's row until the transaction ends, so that imports for one user run one after the other, and then
 * reads; undefined where there is no such user. One round trip, of statements on one table each, which PostgreSQL plans
 * in no time. The questions of each questionnaire come in their order, its answers by key.
 */
export async function holdAndReadUser(
  db: Db,
  user: UserKey,
  { targets, named }: { targets: readonly string[]; named: readonly string[] },
): Promise<ImportRows | undefined> {
  const { serviceId, userId } = user;
  return await runTogether(db, async (run) => {
    const [[held], known, questions, filled, answers] = await Promise.all([
      run(holdUser(db, [serviceId, userId])),
      run(selectTargets(db, [serviceId, targets])),
      run(selectQuestions(db, [serviceId, targets])),
      run(selectFilled(db, [serviceId, userId, named])),
      run(selectAnswers(db, [serviceId, userId, named])),
    ]);
    if (held === undefined) return undefined;
    return { targets: known.map((one) => one.key), questions, filled, answers, now: held.now };
  });
}

const holdUser = prepareStatement((db) =>
  sql<{ now: Date }>`
    select now()::timestamptz(3) as now from users where service_id = ${0} and id = ${0}
    for no key update
  `.compile(db),
);

const selectTargets = prepareStatement((db) =>
  sql<{ key: string }>`
    select key from questionnaire_templates
    where service_id = ${0} and key = any(${[]}::text[])
    order by key
  `.compile(db),
);

const selectQuestions = prepareStatement((db) =>
  sql<ImportRows['questions'][number]>`
    select template_key as "templateKey", key from questions
    where service_id = ${0} and template_key = any(${[]}::text[])
    order by template_key, position
  `.compile(db),
);

const selectFilled = prepareStatement((db) =>
  sql<FilledRow>`
    select template_key as key, updated_at as "updatedAt" from filled_questionnaires
    where service_id = ${0} and user_id = ${0} and template_key = any(${[]}::text[])
    order by template_key
  `.compile(db),
);

const selectAnswers = prepareStatement((db) =>
  sql<StoredAnswer>`
    select template_key as "templateKey", question_key as question, answer, source,
      combined_from as "combinedFrom"
    from answers
    where service_id = ${0} and user_id = ${0} and template_key = any(${[]}::text[])
    order by template_key, question_key
  `.compile(db),
);

/** Marks questionnaires as filled by the user, now. */
export async function upsertFilled(
  db: Db,
  { serviceId, userId }: UserKey,
  templateKeys: readonly string[],
): Promise<void> {
  await runLater(db, markFilled(db, [serviceId, userId, templateKeys]));
}

const markFilled = prepareStatement((db) =>
  sql`
    insert into filled_questionnaires (service_id, user_id, template_key)
    select ${0}, ${0}, key from unnest(${[]}::text[]) as sent (key)
    on conflict (service_id, user_id, template_key) do update set updated_at = now()
  `.compile(db),
);

/** Stores answers over what stands there, in one statement whatever their number. */
export async function upsertAnswers(
  db: Db,
  { serviceId, userId }: UserKey,
  answers: readonly StoredAnswer[],
): Promise<void> {
  const column = <K extends keyof StoredAnswer>(name: K): StoredAnswer[K][] =>
    answers.map((one) => one[name]);
  const columns = [
    column('templateKey'),
    column('question'),
    column('answer'),
    column('source'),
    column('combinedFrom'),
  ];
  await runLater(db, storeAnswers(db, [serviceId, userId, ...columns]));
}

const storeAnswers = prepareStatement((db) =>
  sql`
    insert into answers
      (service_id, user_id, template_key, question_key, answer, source, combined_from)
    select ${0}, ${0}, template_key, question_key, answer, source, combined_from
    from unnest(${[]}::text[], ${[]}::text[], ${[]}::text[], ${[]}::text[], ${[]}::text[])
      as sent (template_key, question_key, answer, source, combined_from)
    on conflict (service_id, user_id, template_key, question_key) do update
    set answer = excluded.answer, source = excluded.source, combined_from = excluded.combined_from
  `.compile(db),
);
