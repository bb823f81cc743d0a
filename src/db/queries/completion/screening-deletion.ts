import { type RawBuilder, sql } from 'kysely';
import { isInDeletionScope, type ScopeValues } from './deletion-scope.ts';

/** Common table expressions that delete the matches of participants in scope, with every decision on them. */
export function deleteMatchesCtes(scope: ScopeValues): RawBuilder<unknown> {
  return sql`matches_in_scope as (
      select m.id from participant_matches m
      join participants p on p.service_id = m.service_id and p.id = m.participant_id
      where m.service_id = ${scope.serviceId} and ${isInDeletionScope(scope)}
    ), deleted_resolutions as (
      delete from match_resolutions
      where service_id = ${scope.serviceId} and match_id in (select id from matches_in_scope)
    ), deleted_matches as (
      delete from participant_matches
      where service_id = ${scope.serviceId} and id in (select id from matches_in_scope)
      returning status
    )`;
}

/**
 * Common table expressions that delete the screenings of the participants in scope, with their matches.
 * `counted_records` has the number of reports and consents, which the deletion of participants and screenings deletes
 * by cascade. They are counted first, because on a cluster the parts of a statement run one after the other.
 */
export function deleteScreeningsCtes(scope: ScopeValues): RawBuilder<unknown> {
  return sql`screenings_in_scope as (
      select s.id from screenings s
      join participants p on p.service_id = s.service_id and p.id = s.participant_id
      where s.service_id = ${scope.serviceId} and s.participant_id is not null and ${isInDeletionScope(scope)}
    ), counted_records as materialized (
      select (${countReports(scope)}) as reports, (${countConsents(scope)}) as consents
    ), deleted_screening_matches as (
      delete from screening_matches
      where service_id = ${scope.serviceId} and screening_id in (select id from screenings_in_scope)
    ), deleted_screenings as (
      delete from screenings
      where service_id = ${scope.serviceId} and id in (select id from screenings_in_scope)
      returning id
    )`;
}

/**
 * Counts the reports in scope: each format of a screening report, and socio-economic reports. Needs the common table
 * expression `screenings_in_scope`.
 */
export function countReports(scope: ScopeValues): RawBuilder<number> {
  return sql<number>`(
      select count(*) from screening_reports
      where service_id = ${scope.serviceId} and screening_id in (select id from screenings_in_scope)
    ) + (
      select count(*) from socioeconomic_reports r
      join participants p on p.service_id = r.service_id and p.id = r.participant_id
      where r.service_id = ${scope.serviceId} and ${isInDeletionScope(scope)}
    )`;
}

/** Counts the consents of the participants in scope. */
export function countConsents(scope: ScopeValues): RawBuilder<number> {
  return sql<number>`
      select count(*) from consents c
      join participants p on p.service_id = c.service_id and p.id = c.participant_id
      where c.service_id = ${scope.serviceId} and ${isInDeletionScope(scope)}`;
}

/**
 * Common table expression that deletes the participants from the screening queue. Entries that a worker has locked are
 * skipped: that worker deletes them.
 */
export function unqueueCte(scope: ScopeValues): RawBuilder<unknown> {
  const { serviceId } = scope;
  return sql`deleted_queue_entries as (
      delete from screening_queue where service_id = ${serviceId} and id in (
        select q.id from screening_queue q
        join participants p on p.service_id = q.service_id and p.id = q.participant_id
        where q.service_id = ${serviceId} and ${isInDeletionScope(scope)}
        for update of q skip locked
      )
    )`;
}
