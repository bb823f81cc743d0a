import { type RawBuilder, sql } from 'kysely';
import type { Quotas } from '../../../domain/access/quota.ts';
import type { CountDelta } from '../../../domain/business/service-counts.ts';
import type { Db } from '../../client.ts';
import { changeWithinQuotas } from '../records/service-counts.ts';
import { selectStaged } from './staged.ts';

/**
 * Records the negated counts of existing businesses of the import, before they are changed, so that the sum of all
 * recorded counts is the change. Call it after the businesses are locked and resolved.
 */
export async function recordCountsBefore(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_counts (service_id, ${COLUMNS}) ${selectSignedCounts(serviceId, sql`-1`, sql`not i.is_new`)}
  `.execute(db);
}

/**
 * Adds the change to the counts of the service. Their rows are the last ones that the import locks. Fails when a count
 * would exceed a quota; `findExceededQuota` reads which one from the error.
 */
export async function addImportedCounts(db: Db, serviceId: number, quotas: Quotas): Promise<void> {
  await sql`
    insert into import_counts (service_id, ${COLUMNS}) ${selectSignedCounts(serviceId, sql`1`, sql`true`)}
  `.execute(db);
  const { rows } = await sql<CountDelta>`
    select ${sumColumn('businesses')} as businesses, ${sumColumn('natural_persons')} as "naturalPersons",
      ${sumColumn('legal_entities')} as "legalEntities", ${sumColumn('pending_participants')} as "pendingParticipants",
      ${sumColumn('pending_matches')} as "pendingMatches", ${sumColumn('missing_documents')} as "missingDocuments",
      ${sumColumn('documents')} as documents, ${sumColumn('answers')} as answers, ${sumColumn('file_bytes')} as "fileBytes"
    from import_counts where service_id = ${serviceId}
  `.execute(db);
  const [change] = rows;
  if (change === undefined) throw new Error('The counts of an import are one row.');
  await changeWithinQuotas(db, { serviceId, quotas }, change);
}

function sumColumn(column: string): RawBuilder<number> {
  return sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;
}

/**
 * Records the number of answers of the imported questionnaires, times -1 before the imported answers are stored and
 * times 1 afterwards.
 */
export async function recordAnswerCounts(db: Db, serviceId: number, sign: 1 | -1): Promise<void> {
  await sql`
    insert into import_counts (service_id, answers)
    select ${serviceId}::integer, ${sign}::bigint * count(*)
    from answers a
    join ${selectStaged(serviceId, 'import_questionnaires')} q
      on q.service_id = a.service_id and q.user_id = a.user_id and q.template_key = a.template_key
    where a.service_id = ${serviceId}
  `.execute(db);
}

const COLUMNS = sql`businesses, natural_persons, legal_entities, pending_participants, pending_matches,
  missing_documents, documents`;

/** Selects the counts of imported businesses that meet a condition, each times 1 or -1. */
function selectSignedCounts(
  serviceId: number,
  sign: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    with existing_participants as materialized (
      select p.id, p.person_type, p.has_pending_matches
      from participants p
      join ${selectStaged(serviceId, 'import_business_ids')} i on i.service_id = p.service_id and i.id = p.business_id
      where p.service_id = ${serviceId} and ${condition}
    )
    select ${serviceId}::integer, ${sign} * (select count(*) from ${selectStaged(serviceId, 'import_business_ids')} i where ${condition}),
      ${sign} * (select count(*) from existing_participants where person_type = 'natural'),
      ${sign} * (select count(*) from existing_participants where person_type = 'legal'),
      ${sign} * (select count(*) from existing_participants where has_pending_matches),
      ${sign} * (
        select count(*) from participant_matches m
        where m.service_id = ${serviceId} and m.status = 'pending'
          and m.participant_id in (select id from existing_participants)
      ),
      ${sign} * (
        select count(*) from documents d
        where d.service_id = ${serviceId} and d.file_id is null
          and d.participant_id in (select id from existing_participants)
      ),
      ${sign} * (
        select count(*) from documents d
        where d.service_id = ${serviceId} and d.participant_id in (select id from existing_participants)
      )
  `;
}
