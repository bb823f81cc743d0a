import { type RawBuilder, sql } from 'kysely';
import type { CountChange } from '../../../domain/service-counts.ts';
import type { Db } from '../../client.ts';
import { discardPlans } from '../../statements/discard-plans.ts';
import { runTogether } from '../../statements/together.ts';
import { PLANNED_ANEW } from '../../wire/named-client.ts';
import { queueBlobsOf } from '../files/blob-deletions.ts';
import { type DeletionScope, isDoomed } from './deletion-scope.ts';
import { deletedMatches, deletedScreenings, unqueued } from './doomed-screening.ts';

/** Further rows to hold: persons by the provider's ids, files by their ids. */
export type FurtherRows = { externalPersonIds: readonly number[]; fileIds: readonly number[] };

export type DeletedCounts = { participants: number; documents: number };

/** `blobs`: of how many the bytes are due; `change`: what becomes of the counts of the service. */
export type Deletion = { counts: DeletedCounts; blobs: number; change: Partial<CountChange> };

/** From here on a plan of the foreign key checks that was made for a few rows would be felt. */
const MANY = 500;

/**
 * Holds the persons and files that the deletion may leave without a reference, in order of id. Without
 * this, two deletions at once could each see the other's participant and both leave the person behind.
 */
export async function lockSharedRows(
  db: Db,
  scope: DeletionScope,
  further: FurtherRows = { externalPersonIds: [], fileIds: [] },
): Promise<void> {
  const [[held]] = await runTogether(
    db,
    async (run) =>
      await Promise.all([
        run(holdPersons(scope, further.externalPersonIds).compile(db)),
        run(holdFiles(scope, further.fileIds).compile(db)),
      ]),
  );
  if ((held?.doomed ?? 0) >= MANY) await discardPlans(db);
}

function holdPersons(
  scope: DeletionScope,
  externalIds: readonly number[],
): RawBuilder<{ doomed: number }> {
  const { serviceId } = scope;
  return sql`select ${PLANNED_ANEW} count(*),
      (select count(*) from participants p where ${isDoomed(scope)}) as doomed
    from (
      select 1 from persons
      where service_id = ${serviceId} and id in (
        select person_id from participants p where ${isDoomed(scope)}
        union
        select id from persons
        where service_id = ${serviceId} and external_id = any(${externalIds}::bigint[])
      )
      order by id for update
    ) as held
  `;
}

function holdFiles(scope: DeletionScope, fileIds: readonly number[]): RawBuilder<unknown> {
  return sql`select ${PLANNED_ANEW} count(*) from (
      select 1 from files
      where service_id = ${scope.serviceId} and id in (
        select d.file_id from documents d
        join participants p on p.service_id = d.service_id and p.id = d.participant_id
        where d.file_id is not null and ${isDoomed(scope)}
        union
        select unnest(${fileIds}::bigint[])
      )
      order by id for update
    ) as held
  `;
}

/** What a deletion would take, and the version of the business that holds it; undefined where there is no such business. */
export async function countDeletion(
  db: Db,
  scope: DeletionScope,
): Promise<(DeletedCounts & { version: number }) | undefined> {
  const { rows } = await sql<DeletedCounts & { version: number }>`
    select b.version,
      (select count(*) from participants p where ${isDoomed(scope)}) as participants,
      (
        select count(*) from documents d
        join participants p on p.service_id = d.service_id and p.id = d.participant_id
        where d.service_id = ${scope.serviceId} and ${isDoomed(scope)}
      ) as documents
    from businesses b
    where b.service_id = ${scope.serviceId} and b.id = ${scope.businessId}
  `.execute(db);
  return rows[0];
}

/**
 * Deletes the participants in scope with their documents, matches and screenings, the files that were uploaded for them, and the persons
 * and files that nothing else refers to (decision 23), in one statement whatever their number; what the store holds
 * of the files is due for deletion with it.
 */
export async function deleteParticipants(db: Db, scope: DeletionScope): Promise<Deletion> {
  const { serviceId } = scope;
  const { rows } = await sql<DeletedRow>`
    with deleted_documents as (
      delete from documents d using participants p
      where d.service_id = ${serviceId} and p.service_id = d.service_id
        and p.id = d.participant_id and ${isDoomed(scope)}
      returning d.file_id
    ), ${deletedMatches(scope)}, ${deletedScreenings(scope)}, ${unqueued(scope)}, deleted_participants as (
      delete from participants p where ${isDoomed(scope)}
      returning p.id, p.person_id, p.person_type, p.has_pending_matches
    ), deleted_files as (
      delete from files f
      where f.service_id = ${serviceId}
        and f.id in (select file_id from deleted_documents where file_id is not null)
        and not exists (
          select 1 from documents d
          join participants p on p.service_id = d.service_id and p.id = d.participant_id
          where d.service_id = ${serviceId} and d.file_id = f.id and not (${isDoomed(scope)})
        )
      returning f.storage_key
    ), deleted_uploads as (
      delete from files f
      where f.service_id = ${serviceId} and f.participant_id in (select id from deleted_participants)
      returning f.storage_key
    ), gone_files as (
      table deleted_files union all table deleted_uploads
    ), queued_blobs as (${queueBlobsOf(serviceId, 'gone_files')}), deleted_persons as (
      delete from persons s
      where s.service_id = ${serviceId}
        and s.id in (select person_id from deleted_participants)
        and not exists (
          select 1 from participants p
          where p.service_id = ${serviceId} and p.person_id = s.id and not (${isDoomed(scope)})
        )
    )
    select (select count(*) from deleted_participants) as participants,
           (select count(*) from deleted_documents) as documents,
           (select count(*) from queued_blobs) as blobs,
           (select count(*) from deleted_participants where person_type = 'natural') as natural,
           (select count(*) from deleted_participants where has_pending_matches) as pending,
           (select count(*) from deleted_documents where file_id is null) as missing,
           (select count(*) from deleted_matches where status = 'pending') as "pendingMatches"
  `.execute(db);
  return describe(rows[0]);
}

type DeletedRow = DeletedCounts & {
  blobs: number;
  natural: number;
  pending: number;
  missing: number;
  pendingMatches: number;
};

function describe(row: DeletedRow | undefined): Deletion {
  if (row === undefined) throw new Error('The counts of a deletion are one row.');
  const { participants, documents, blobs } = row;
  const change = {
    naturalPersons: -row.natural,
    legalEntities: row.natural - participants,
    pendingParticipants: -row.pending,
    missingDocuments: -row.missing,
    pendingMatches: -row.pendingMatches,
  };
  return { counts: { participants, documents }, blobs, change };
}
