import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { ADDED_UP, SHARD } from '../records/service-counts.ts';
import { staged } from './staged.ts';

/**
 * Records the counts of imported businesses that exist, before they are changed. The import has locked their rows.
 * Needs the resolved businesses.
 */
export async function countBefore(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_counts (service_id, ${COLUMNS}) ${countsOf(serviceId, sql`-1`, sql`not i.is_new`)}
  `.execute(db);
}

/** Adds to the counts of the service what became different; the last row that the import takes. */
export async function countImportedBusinesses(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_counts (service_id, ${COLUMNS}) ${countsOf(serviceId, sql`1`, sql`true`)}
  `.execute(db);
  await sql`
    insert into service_counts as c (service_id, shard, ${COLUMNS})
    select ${serviceId}, ${SHARD}, sum(businesses), sum(natural_persons),
      sum(legal_entities), sum(pending_participants), sum(pending_matches), sum(missing_documents)
    from import_counts where service_id = ${serviceId}
    having (sum(businesses), sum(natural_persons), sum(legal_entities), sum(pending_participants),
      sum(pending_matches), sum(missing_documents)) <> (0, 0, 0, 0, 0, 0)
    ${ADDED_UP}
  `.execute(db);
}

const COLUMNS = sql`businesses, natural_persons, legal_entities, pending_participants, pending_matches,
  missing_documents`;

/** The counts of those imported businesses, each times 1 or -1. */
function countsOf(
  serviceId: number,
  sign: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    with counted as materialized (
      select p.id, p.person_type, p.has_pending_matches
      from participants p
      join ${staged(serviceId, 'import_business_ids')} i on i.id = p.business_id
      where p.service_id = ${serviceId} and ${which}
    )
    select ${serviceId}::integer, ${sign} * (select count(*) from ${staged(serviceId, 'import_business_ids')} i where ${which}),
      ${sign} * (select count(*) from counted where person_type = 'natural'),
      ${sign} * (select count(*) from counted where person_type = 'legal'),
      ${sign} * (select count(*) from counted where has_pending_matches),
      ${sign} * (
        select count(*) from participant_matches m
        where m.service_id = ${serviceId} and m.status = 'pending'
          and m.participant_id in (select id from counted)
      ),
      ${sign} * (
        select count(*) from documents d
        where d.service_id = ${serviceId} and d.file_id is null
          and d.participant_id in (select id from counted)
      )
  `;
}
