import { type RawBuilder, sql } from 'kysely';
import type { Answer, AnswerSource } from '../../../domain/questionnaire.ts';
import type { Db } from '../../client.ts';
import {
  type Columns,
  jsonColumns,
  type Selection,
  selected,
  valueAt,
} from '../../statements/json-columns.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runLater, runTogether } from '../../statements/together.ts';
import type { StoredAnswer } from './questionnaires.ts';

type UserKey = { serviceId: number; userId: number };

/** Keys of questionnaires that answers are for, and of all whose answers are read. */
type Questionnaires = { targets: readonly string[]; named: readonly string[] };

/** What is known before an import decides: rows of one user and of some questionnaires, by key. */
export type ImportRows = {
  /** The known targets, and the keys of their questions in their order. */
  targets: (readonly [key: string, questions: string[]])[];
  /** What the user has filled, its answers by key. */
  filled: { key: string; updatedAt: Date; answers: Answer[] }[];
  /** What `upsertAnswers` of the same transaction writes as the time. */
  now: Date;
};

/**
 * Holds the user's row until the transaction ends, so that imports for one user run one after the other, and then
 * reads; undefined where there is no such user. One round trip of two statements, since one that waits for a row sees
 * the others as they were before it waited.
 */
export async function holdAndReadUser(
  db: Db,
  { serviceId, userId }: UserKey,
  { targets, named }: Questionnaires,
): Promise<ImportRows | undefined> {
  return await runTogether(db, async (run) => {
    const [[held], [found]] = await Promise.all([
      run(holdUser(db, { serviceId, userId })),
      run(selectMaterial(db, { serviceId, userId, targets, named })),
    ]);
    if (held === undefined || found === undefined) return undefined;
    return { targets: found.targets, filled: found.filled.map(toFilled), now: held.now };
  });
}

const holdUser = prepareStatement((db, value: ValueOf<UserKey>) =>
  sql<{ now: Date }>`
    select now()::timestamptz(3) as now from users
    where service_id = ${value('serviceId')} and id = ${value('userId')}
    for no key update
  `.compile(db),
);

type FilledRow = [key: string, updatedAt: string, answers: Columns<Answer>];

const ANSWER: Selection<Answer> = {
  question: sql`a.question_key`,
  answer: sql`a.answer`,
  source: sql`a.source`,
  combinedFrom: sql`a.combined_from`,
};

/*
 * One value for many rows, as in participant-json.ts. The keys stand in subselects so that the statement is planned
 * once, as in asked-ids.ts. Questions are found by a range of one key: for an equality PostgreSQL takes the average
 * questionnaire, and where one is much longer than the others it would read all questions of all of them.
 */
const selectMaterial = prepareStatement((db, value: ValueOf<UserKey & Questionnaires>) =>
  sql<{ targets: [string, string[]][]; filled: FilledRow[] }>`
    select
      (
        select coalesce(json_agg(json_build_array(t.key, (
          select coalesce(json_agg(q.key order by q.position), '[]') from questions q
          where q.service_id = ${value('serviceId')} and q.template_key between t.key and t.key
        )) order by t.key), '[]')
        from questionnaire_templates t
        where t.service_id = ${value('serviceId')}
          and t.key = any((select ${value('targets')}::text[])::text[])
      ) as targets,
      (
        select coalesce(json_agg(json_build_array(f.template_key, f.updated_at, ${answersOf(value)})), '[]')
        from filled_questionnaires f
        where f.service_id = ${value('serviceId')} and f.user_id = ${value('userId')}
          and f.template_key = any((select ${value('named')}::text[])::text[])
      ) as filled
  `.compile(db),
);

/** Those of a filled questionnaire `f`. */
function answersOf(value: ValueOf<UserKey>): RawBuilder<Columns<Answer>> {
  const rows = sql`(
    select ${selected(ANSWER)} from answers a
    where a.service_id = ${value('serviceId')} and a.user_id = f.user_id
      and a.template_key = f.template_key
    order by a.question_key
  )`;
  return jsonColumns(ANSWER, rows);
}

function toFilled([key, updatedAt, columns]: FilledRow): ImportRows['filled'][number] {
  const answers = columns.question.map((question, row) => ({
    question,
    answer: valueAt(columns.answer, row),
    source: valueAt(columns.source, row),
    combinedFrom: valueAt(columns.combinedFrom, row),
  }));
  return { key, updatedAt: new Date(updatedAt), answers };
}

/**
 * Stores answers over what stands there, and marks their questionnaires, whose keys are `filled`, as filled now; in
 * one statement whatever their number.
 */
export async function upsertAnswers(
  db: Db,
  { serviceId, userId }: UserKey,
  { filled, answers }: { filled: readonly string[]; answers: readonly StoredAnswer[] },
): Promise<void> {
  const column = <K extends keyof StoredAnswer>(name: K): StoredAnswer[K][] =>
    answers.map((one) => one[name]);
  const statement = storeAnswers(db, {
    serviceId,
    userId,
    filled,
    templateKeys: column('templateKey'),
    questions: column('question'),
    answers: column('answer'),
    sources: column('source'),
    combinedFrom: column('combinedFrom'),
  });
  await runLater(db, statement);
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
