import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../../../domain/questionnaire/questionnaire.ts';
import { mapInSlices } from '../../../scheduling/map-in-slices.ts';
import { type JsonOf, parseJsonInSlices } from '../../../scheduling/parse-json-in-slices.ts';
import type { Db } from '../../client.ts';
import {
  type Columns,
  jsonColumns,
  type Selection,
  selected,
  valueAt,
} from '../../statements/json-columns.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { refuseTooLong } from '../../statements/read-bounds.ts';
import { runPipelined } from '../../statements/run-pipelined.ts';
import { ANSWER_TEXTS, ASKED_MAX, mayBeRead, refuseTooManyAsked } from './questionnaire-bounds.ts';

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
 * the others as they were before it waited. Throws AppError `limit_exceeded` where the targets ask too much, or too much is
 * answered.
 */
export async function holdAndReadUser(
  db: Db,
  { serviceId, userId }: UserKey,
  { targets, named }: Questionnaires,
): Promise<ImportRows | undefined> {
  return await runPipelined(db, async (run) => {
    const [[held], [found]] = await Promise.all([
      run(holdUser(db, { serviceId, userId })),
      run(selectMaterial(db, { serviceId, userId, targets, named })),
    ]);
    if (held === undefined || found === undefined) return undefined;
    if (found.targets === null) return refuseTooManyAsked();
    if (found.filled === null) return refuseTooLong('answers');
    const filled = await parseJsonInSlices(serviceId, found.filled);
    return {
      targets: await parseJsonInSlices(serviceId, found.targets),
      filled: await mapInSlices(serviceId, filled, toFilled),
      now: held.now,
    };
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
 * One value for many rows, as in participant-json.ts, as text since it may be long. The keys stand in subselects so that the statement is planned
 * once, as in `asked-ids.ts`. Questions are found by a range of one key: for an equality PostgreSQL takes the average
 * questionnaire, and where one is much longer than the others it would read all questions of all of them. What is too
 * much is counted as far as that, and null.
 */
const selectMaterial = prepareStatement((db, value: ValueOf<UserKey & Questionnaires>) =>
  sql<{ targets: JsonOf<ImportRows['targets']> | null; filled: JsonOf<FilledRow[]> | null }>`
    with asked as materialized (select ${isWithinAsked(value)} as fits)
    select
      case when (select fits from asked) then (
        select coalesce(json_agg(json_build_array(t.key, (
          select coalesce(json_agg(q.key order by q.position), '[]') from questions q
          where q.service_id = ${value('serviceId')} and q.template_key between t.key and t.key
        )) order by t.key), '[]')::text
        from questionnaire_templates t
        where t.service_id = ${value('serviceId')}
          and t.key = any((select ${value('targets')}::text[])::text[])
      ) end as targets,
      case when (select fits from asked) and ${mayBeRead(ANSWER_TEXTS, answersIn(value))} then (
        select coalesce(json_agg(json_build_array(f.template_key, f.updated_at, ${answersOf(value)})), '[]')::text
        from filled_questionnaires f
        where f.service_id = ${value('serviceId')} and f.user_id = ${value('userId')}
          and f.template_key = any((select ${value('named')}::text[])::text[])
      ) end as filled
  `.compile(db),
);

/** Whether the targets ask no more questions than may be answered at once. */
function isWithinAsked(value: ValueOf<UserKey & Questionnaires>): RawBuilder<boolean> {
  return sql<boolean>`(
    select count(*) from (
      select from questionnaire_templates t
      join questions q
        on q.service_id = ${value('serviceId')} and q.template_key between t.key and t.key
      where t.service_id = ${value('serviceId')}
        and t.key = any((select ${value('targets')}::text[])::text[])
      limit ${sql.lit(ASKED_MAX + 1)}
    ) as found
  ) <= ${sql.lit(ASKED_MAX)}`;
}

/** Those in any of the named questionnaires. */
function answersIn(value: ValueOf<UserKey & Questionnaires>): RawBuilder<unknown> {
  return sql`from answers a
    where a.service_id = ${value('serviceId')} and a.user_id = ${value('userId')}
      and a.template_key = any((select ${value('named')}::text[])::text[])`;
}

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
