import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { selectStaged } from './staged.ts';

/** Conflicts between lines that are valid on their own. */
const CONFLICTS = [
  'user_id_repeated',
  'user_email_repeated',
  'user_email_taken',
  'user_repeated',
  'template_repeated',
  'questionnaire_repeated',
  'questionnaire_user_unknown',
  'questionnaire_template_unknown',
  'business_id_repeated',
  'business_key_repeated',
  'business_key_taken',
  'business_repeated',
  'participant_id_repeated',
  'participant_id_taken',
  'file_taken',
] as const;
export type Conflict = (typeof CONFLICTS)[number];

/**
 * Conflict of a line. `ordinal` is the position of the participant in its business; null when the conflict concerns the
 * line itself.
 */
export type ConflictRow = { record: number; ordinal: number | null; conflict: Conflict };

/** Maximum number of conflicts to return: a line may have one for each of its participants. */
const ROWS_MAX = 2_000;

/**
 * Returns the conflicts of the first `linesMax` lines that have any, each once, in the order of the lines. A line may
 * conflict with another line or with stored rows. Call it after the users and businesses are resolved.
 */
export async function listConflicts(
  db: Db,
  serviceId: number,
  linesMax: number,
): Promise<ConflictRow[]> {
  const checks = [
    ...userChecks(serviceId),
    ...questionnaireChecks(serviceId),
    ...businessChecks(serviceId),
    ...participantChecks(serviceId),
  ];
  const { rows } = await sql<ConflictRow>`
    select record, ordinal, conflict
    from (
      select distinct record, ordinal, conflict, dense_rank() over (order by record) as line
      from (${sql.join(checks, sql` union all `)}) as conflicts
    ) as conflicts_by_line
    where line <= ${linesMax}
    order by record, ordinal nulls first, conflict limit ${ROWS_MAX}
  `.execute(db);
  return rows;
}

type StagedColumn = readonly [table: string, name: string];

/** Selects a conflict for each row that repeats the value of a column in an earlier line. */
function selectRepeated(serviceId: number, column: StagedColumn, conflict: Conflict) {
  const [table, name] = column;
  return sql`
    select record, null::integer as ordinal, ${sql.lit(conflict)} as conflict
    from (
      select record, ${sql.ref(name)} as value,
             row_number() over (partition by ${sql.ref(name)} order by record) as occurrence
      from ${sql.table(table)} where service_id = ${serviceId}
    ) as occurrences
    where value is not null and occurrence > 1
  `;
}

function userChecks(serviceId: number) {
  return [
    selectRepeated(serviceId, ['import_users', 'id'], 'user_id_repeated'),
    selectRepeated(serviceId, ['import_users', 'email_key'], 'user_email_repeated'),
    selectRepeated(serviceId, ['import_user_ids', 'id'], 'user_repeated'),
    sql`
      select r.record, null, 'user_email_taken' from ${selectStaged(serviceId, 'import_users')} r
      join users u on u.service_id = ${serviceId} and lower(u.email) = r.email_key
      where u.id <> r.id
    `,
  ];
}

function questionnaireChecks(serviceId: number) {
  return [
    selectRepeated(serviceId, ['import_templates', 'key'], 'template_repeated'),
    sql`
      select record, null, 'questionnaire_repeated' from (
        select record, row_number() over (partition by user_id, template_key order by record) as occurrence
        from import_questionnaires where service_id = ${serviceId}
      ) as occurrences
      where occurrence > 1
    `,
    sql`
      select q.record, null, 'questionnaire_user_unknown' from ${selectStaged(serviceId, 'import_questionnaires')} q
      where not exists (select from ${selectStaged(serviceId, 'import_users')} r where r.id = q.user_id)
        and not exists (select from users u where u.service_id = ${serviceId} and u.id = q.user_id)
    `,
    sql`
      select q.record, null, 'questionnaire_template_unknown' from ${selectStaged(serviceId, 'import_questionnaires')} q
      where not exists (select from ${selectStaged(serviceId, 'import_templates')} r where r.key = q.template_key)
        and not exists (
          select from questionnaire_templates t
          where t.service_id = ${serviceId} and t.key = q.template_key
        )
    `,
  ];
}

function businessChecks(serviceId: number) {
  return [
    selectRepeated(serviceId, ['import_businesses', 'id'], 'business_id_repeated'),
    selectRepeated(serviceId, ['import_businesses', 'external_id'], 'business_key_repeated'),
    selectRepeated(serviceId, ['import_business_ids', 'id'], 'business_repeated'),
    sql`
      select r.record, null, 'business_key_taken' from ${selectStaged(serviceId, 'import_businesses')} r
      join businesses b on b.service_id = ${serviceId} and b.external_id = r.external_id
      where b.id <> r.id
    `,
  ];
}

/**
 * Selects the conflicts of participants. The id of a participant may occur in its own business only: otherwise a person
 * would move between businesses, and a file uploaded for one person would be shown for another.
 */
function participantChecks(serviceId: number) {
  return [
    sql`
      select record, ordinal, 'participant_id_repeated' from (
        select record, ordinal, row_number() over (partition by id order by record, ordinal) as occurrence
        from import_participants where service_id = ${serviceId} and id is not null
      ) as occurrences
      where occurrence > 1
    `,
    sql`
      select p.record, p.ordinal, 'participant_id_taken' from ${selectStaged(serviceId, 'import_participants')} p
      join ${selectStaged(serviceId, 'import_business_ids')} b on b.record = p.record
      join participants stored on stored.service_id = ${serviceId} and stored.id = p.id
      where stored.business_id is distinct from b.id
    `,
    sql`
      select d.record, d.ordinal, 'file_taken' from ${selectStaged(serviceId, 'import_documents')} d
      join ${selectStaged(serviceId, 'import_business_ids')} b on b.record = d.record
      join files f on f.service_id = ${serviceId} and f.id = d.file_id
      where f.business_id is not null and f.business_id is distinct from b.id
    `,
    // A file without a business gets the business of its first document, so only one line may refer to it.
    sql`
      select d.record, d.ordinal, 'file_taken' from ${selectStaged(serviceId, 'import_documents')} d
      join ${selectStaged(serviceId, 'import_business_ids')} b on b.record = d.record
      join files f on f.service_id = ${serviceId} and f.id = d.file_id
      where f.business_id is null and f.state <> 'elsewhere' and (
        exists (
          select from ${selectStaged(serviceId, 'import_documents')} other
          where other.file_id = d.file_id and other.record < d.record
        )
        or exists (
          select from documents x
          join participants p on p.service_id = ${serviceId} and p.id = x.participant_id
          where x.service_id = ${serviceId} and x.file_id = d.file_id and p.business_id is distinct from b.id
        )
      )
    `,
  ];
}
