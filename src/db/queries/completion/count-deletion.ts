import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { type DeletionScope, isInDeletionScope } from './deletion-scope.ts';
import { type DeletedCounts, isStillReferenced } from './participants-deletion.ts';
import { countConsents, countReports } from './screening-deletion.ts';

/** Row counts of a possible deletion, and the version of its business. */
export type DeletionPreview = DeletedCounts & { version: number };

/**
 * Counts the rows that a deletion would delete, by one statement; undefined when the business does not exist. With
 * `deletesBusiness` all files of the business are included.
 */
export async function countDeletion(
  db: Db,
  scope: DeletionScope,
  { deletesBusiness }: { deletesBusiness: boolean },
): Promise<DeletionPreview | undefined> {
  const { serviceId, businessId } = scope;
  const isBusinessFile = deletesBusiness ? sql`f.business_id = ${businessId}` : sql`false`;
  const { rows } = await sql<DeletionPreview>`
    with participants_in_scope as (
      select p.id from participants p where ${isInDeletionScope(scope)}
    ), documents_in_scope as (
      select d.file_id from documents d join participants_in_scope p on p.id = d.participant_id
      where d.service_id = ${serviceId}
    ), matches_in_scope as (
      select m.status from participant_matches m join participants_in_scope p on p.id = m.participant_id
      where m.service_id = ${serviceId}
    ), screenings_in_scope as (
      select s.id from screenings s join participants_in_scope p on p.id = s.participant_id
      where s.service_id = ${serviceId}
    ), files_in_scope as (
      select f.id from files f
      where f.service_id = ${serviceId} and (${isBusinessFile} or (
        (f.id in (select file_id from documents_in_scope) or f.participant_id in (select id from participants_in_scope))
        and not ${isStillReferenced(scope)}
      ))
    )
    select b.version,
      (select count(*) from participants_in_scope) as participants,
      (select count(*) from documents_in_scope) as documents,
      (select count(*) from matches_in_scope) as matches,
      (select count(*) from matches_in_scope where status = 'pending') as "pendingMatches",
      (select count(*) from matches_in_scope where status = 'true_match') as "trueMatches",
      (select count(*) from screenings_in_scope) as screenings,
      (${countReports(scope)}) as reports,
      (${countConsents(scope)}) as consents,
      (
        select count(*) from extractions x
        where x.service_id = ${serviceId} and x.file_id in (select id from files_in_scope)
      ) as extractions,
      (select count(*) from files_in_scope) as files
    from businesses b
    where b.service_id = ${serviceId} and b.id = ${businessId}
  `.execute(db);
  return rows[0];
}
