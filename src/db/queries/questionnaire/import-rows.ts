import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../../../domain/questionnaire/questionnaire.ts';
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
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { throwTooLong } from '../../statements/read-bounds.ts';
import { hiddenTexts } from '../../statements/requested-ids.ts';
import { runPipelined } from '../../statements/run-pipelined.ts';
import {
  ANSWER_TEXTS,
  isSmallEnough,
  QUESTIONS_MAX,
  throwTooManyQuestions,
} from './questionnaire-bounds.ts';

type UserKey = { serviceId: number; userId: number };

/** Keys of questionnaires: `targets` get the imported answers, `named` are those whose stored answers are read. */
type Questionnaires = { targets: readonly string[]; named: readonly string[] };

/** Stored rows of one user and some questionnaires, by key, from which an import of answers is decided. */
export type ImportRows = {
  /** Existing target questionnaires with the keys of their questions, in order. */
  targets: (readonly [key: string, questions: string[]])[];
  /** Filled questionnaires of the user with their answers. */
  filled: { key: string; updatedAt: Date; answers: Answer[] }[];
  /** Transaction time, which `upsertAnswers` stores in the same transaction. */
  now: Date;
};

/**
 * Locks the user until the transaction ends, so that imports for one user run one after the other, and then reads the
 * rows; returns undefined when the user does not exist. Two statements in one round trip, because a statement that
 * waits for a lock sees other rows as of its start. Throws AppError `limit_exceeded` when the targets have too many
 * questions or the answers are too long.
 */
export async function lockAndReadUser(
  db: Db,
  { serviceId, userId }: UserKey,
  { targets, named }: Questionnaires,
): Promise<ImportRows | undefined> {
  return await runPipelined(db, async (run) => {
    const [[user], [importRows]] = await Promise.all([
      run(lockUser(db, { serviceId, userId })),
      run(selectImportRows(db, { serviceId, userId, targets, named })),
    ]);
    if (user === undefined || importRows === undefined) return undefined;
    if (importRows.targets === null) return throwTooManyQuestions();
    if (importRows.filled === null) return throwTooLong('answers');
    const filled = await parseJsonInSlices(serviceId, importRows.filled);
    return {
      targets: await parseJsonInSlices(serviceId, importRows.targets),
      filled: await mapInSlices(serviceId, filled, toFilled),
      now: user.now,
    };
  });
}

const lockUser = prepareStatement((db, value: ValueOf<UserKey>) =>
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
 * One JSON value for many rows, which is faster than many rows. It is read as text, because it may be long and is parsed
 * in time slices. The keys are in subselects so that PostgreSQL keeps a generic plan, as in `requested-ids.ts`.
 *
 * Questions are selected by `between t.key and t.key`: for an equality PostgreSQL expects a questionnaire of average
 * length, and when one is much longer than the others it would read all questions of all of them.
 */
const selectImportRows = prepareStatement((db, value: ValueOf<UserKey & Questionnaires>) =>
  sql<{ targets: JsonOf<ImportRows['targets']> | null; filled: JsonOf<FilledRow[]> | null }>`
    with question_limit as materialized (select ${isWithinQuestionLimit(value)} as is_within_limit)
    select
      case when (select is_within_limit from question_limit) then (
        select coalesce(json_agg(json_build_array(t.key, (
          select coalesce(json_agg(q.key order by q.position), '[]') from questions q
          where q.service_id = ${value('serviceId')} and q.template_key between t.key and t.key
        )) order by t.key), '[]')::text
        from questionnaire_templates t
        where t.service_id = ${value('serviceId')}
          and t.key = any(${hiddenTexts(value('targets'))})
      ) end as targets,
      case when (select is_within_limit from question_limit) and ${isSmallEnough(ANSWER_TEXTS, fromNamedAnswers(value))} then (
        select coalesce(json_agg(json_build_array(f.template_key, f.updated_at, ${selectAnswerColumns(value)})), '[]')::text
        from filled_questionnaires f
        where f.service_id = ${value('serviceId')} and f.user_id = ${value('userId')}
          and f.template_key = any(${hiddenTexts(value('named'))})
      ) end as filled
  `.compile(db),
);

/** True when the targets have at most QUESTIONS_MAX questions together; counting stops at the next one. */
function isWithinQuestionLimit(value: ValueOf<UserKey & Questionnaires>): RawBuilder<boolean> {
  return sql<boolean>`(
    select count(*) from (
      select from questionnaire_templates t
      join questions q
        on q.service_id = ${value('serviceId')} and q.template_key between t.key and t.key
      where t.service_id = ${value('serviceId')}
        and t.key = any(${hiddenTexts(value('targets'))})
      limit ${sql.lit(QUESTIONS_MAX + 1)}
    ) as questions_of_targets
  ) <= ${sql.lit(QUESTIONS_MAX)}`;
}

/** `from` clause of the answers in the named questionnaires. */
function fromNamedAnswers(value: ValueOf<UserKey & Questionnaires>): RawBuilder<unknown> {
  return sql`from answers a
    where a.service_id = ${value('serviceId')} and a.user_id = ${value('userId')}
      and a.template_key = any(${hiddenTexts(value('named'))})`;
}

/** Columns of the answers of a filled questionnaire `f`. */
function selectAnswerColumns(value: ValueOf<UserKey>): RawBuilder<Columns<Answer>> {
  const rows = sql`(
    select ${selectList(ANSWER)} from answers a
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
