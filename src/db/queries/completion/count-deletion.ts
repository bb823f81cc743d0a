import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { type DeletionScope, isInDeletionScope } from './deletion-scope.ts';
import { type DeletedCounts, isStillReferenced } from './participants-deletion.ts';
import { countConsents, countReports } from './screening-deletion.ts';

/** Row counts of a deletion, and the version of its business. */
export type DeletionPreview = DeletedCounts & { version: number };

/**
 * Counts what a deletion would take, in one statement; undefined when the business does not exist. With
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
    with doomed as (
      select p.id from participants p where ${isInDeletionScope(scope)}
    ), doomed_documents as (
      select d.file_id from documents d join doomed p on p.id = d.participant_id
      where d.service_id = ${serviceId}
    ), doomed_matches as (
      select m.status from participant_matches m join doomed p on p.id = m.participant_id
      where m.service_id = ${serviceId}
    ), doomed_screenings as (
      select s.id from screenings s join doomed p on p.id = s.participant_id
      where s.service_id = ${serviceId}
    ), doomed_files as (
      select f.id from files f
      where f.service_id = ${serviceId} and (${isBusinessFile} or (
        (f.id in (select file_id from doomed_documents) or f.participant_id in (select id from doomed))
        and not ${isStillReferenced(scope)}
      ))
    )
    select b.version,
      (select count(*) from doomed) as participants,
      (select count(*) from doomed_documents) as documents,
      (select count(*) from doomed_matches) as matches,
      (select count(*) from doomed_matches where status = 'pending') as "pendingMatches",
      (select count(*) from doomed_matches where status = 'true_match') as "trueMatches",
      (select count(*) from doomed_screenings) as screenings,
      (${countReports(scope)}) as reports,
      (${countConsents(scope)}) as consents,
      (
        select count(*) from extractions x
        where x.service_id = ${serviceId} and x.file_id in (select id from doomed_files)
      ) as extractions,
      (select count(*) from doomed_files) as files
    from businesses b
    where b.service_id = ${serviceId} and b.id = ${businessId}
  `.execute(db);
  return rows[0];
}
