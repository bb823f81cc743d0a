import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type {
  CompletionRule,
  EvidenceCounts,
  ReviewCounts,
  ScreeningCounts,
} from '../../../domain/business/completion.ts';
import type { CountDelta } from '../../../domain/business/service-counts.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type Statement } from '../../statements/prepared.ts';
import { queueBlobDeletions, sumBytes } from '../files/blob-deletions.ts';
import { type DeletionScope, isInDeletionScope, type ScopeValues } from './deletion-scope.ts';
import { deleteMatchesCtes, deleteScreeningsCtes, unqueueCte } from './screening-deletion.ts';

export type DeletedCounts = { participants: number; documents: number } & ScreeningCounts &
  EvidenceCounts &
  ReviewCounts;

/**
 * Result of a deletion. `blobs`: number of stored objects that are queued for deletion; `change`: change of the counts
 * of the service.
 */
export type Deletion = { counts: DeletedCounts; blobs: number; change: Partial<CountDelta> };

/**
 * Deletes the participants in scope with their documents, matches and screenings, their uploaded files, and persons and
 * files without other references, by one statement regardless of their number. Queues the deletion of the stored bytes
 * of the files.
 */
export async function deleteParticipants(db: Db, scope: DeletionScope): Promise<Deletion> {
  return toDeletion((await deletionQuery(scope).execute(db)).rows);
}

/**
 * Returns the statement of `deleteParticipants`, whose rows `toDeletion` decodes. With `needsCustomPlan` its values are
 * literals in the text, which makes PostgreSQL plan it for them. The setting `plan_cache_mode` would also make it plan
 * the foreign key checks again for each row.
 */
export function buildDeletionStatement(
  db: Db,
  scope: CompletionScope,
  needsCustomPlan: boolean,
): CompiledQuery<DeletedRow> {
  const { participants } = scope;
  if (!needsCustomPlan) return DELETION_STATEMENTS[participants](db, scope);
  const [serviceId, businessId] = [sql.lit(scope.serviceId), sql.lit(scope.businessId)];
  return deletionQuery({ serviceId, businessId, participants }).compile(db);
}

/** Tables that the deletion of many participants may scan. */
export const DELETION_TABLES = [
  'participants',
  'persons',
  'documents',
  'files',
  'participant_matches',
  'match_resolutions',
  'screenings',
  'screening_matches',
  'screening_queue',
  'screening_reports',
  'socioeconomic_reports',
  'consents',
  'extractions',
] as const;

export type CompletionScope = Omit<DeletionScope, 'participants'> &
  Pick<CompletionRule, 'participants'>;

const DELETION_STATEMENTS: Record<
  CompletionRule['participants'],
  Statement<Pick<DeletionScope, 'serviceId' | 'businessId'>, DeletedRow>
> = {
  every: prepareDeletion('every'),
  with_folio: prepareDeletion('with_folio'),
  without_folio: prepareDeletion('without_folio'),
};

function prepareDeletion(
  participants: CompletionRule['participants'],
): Statement<Pick<DeletionScope, 'serviceId' | 'businessId'>, DeletedRow> {
  return prepareStatement((db, value) =>
    deletionQuery({
      serviceId: value('serviceId'),
      businessId: value('businessId'),
      participants,
    }).compile(db),
  );
}

/** Counts the extractions of the file `f`, which are deleted with the file by cascade. */
function countExtractions({ serviceId }: ScopeValues): RawBuilder<number> {
  return sql<number>`(
        select count(*) from extractions x where x.service_id = ${serviceId} and x.file_id = f.id
      )`;
}

function deletionQuery(scope: ScopeValues): RawBuilder<DeletedRow> {
  const { serviceId } = scope;
  return sql<DeletedRow>`
    with deleted_documents as (
      delete from documents d using participants p
      where d.service_id = ${serviceId} and p.service_id = d.service_id
        and p.id = d.participant_id and ${isInDeletionScope(scope)}
      returning d.file_id
    ), ${deleteMatchesCtes(scope)}, ${deleteScreeningsCtes(scope)}, ${unqueueCte(scope)}, deleted_participants as (
      delete from participants p where ${isInDeletionScope(scope)}
      returning p.id, p.person_id, p.person_type, p.has_pending_matches
    ), deleted_files as (
      delete from files f
      where f.service_id = ${serviceId}
        and f.id in (select file_id from deleted_documents where file_id is not null)
        and not ${isStillReferenced(scope)}
      returning f.id, f.storage_key, f.byte_count, ${countExtractions(scope)} as extractions
    ), deleted_uploads as (
      delete from files f
      where f.service_id = ${serviceId} and f.participant_id in (select id from deleted_participants)
        and not ${isStillReferenced(scope)}
      returning f.id, f.storage_key, f.byte_count, ${countExtractions(scope)} as extractions
    ), all_deleted_files as (
      table deleted_files union all table deleted_uploads
    ), queued_blobs as (${queueBlobDeletions(serviceId, 'all_deleted_files')}), deleted_persons as (
      delete from persons s
      where s.service_id = ${serviceId}
        and s.id in (select person_id from deleted_participants)
        and not exists (
          select 1 from participants p
          where p.service_id = ${serviceId} and p.person_id = s.id and not (${isInDeletionScope(scope)})
        )
    )
    select (select count(*) from deleted_participants) as participants,
           (select count(*) from deleted_documents) as documents,
           (select count(*) from deleted_matches) as matches,
           (select count(*) from deleted_screenings) as screenings,
           (select reports from counted_records) as reports,
           (select consents from counted_records) as consents,
           (select coalesce(sum(extractions), 0)::bigint from all_deleted_files) as extractions,
           (select count(*) from all_deleted_files) as files,
           (select count(*) from queued_blobs) as blobs,
           ${sumBytes('all_deleted_files')} as bytes,
           (select count(*) from deleted_participants where person_type = 'natural') as natural,
           (select count(*) from deleted_participants where has_pending_matches) as pending,
           (select count(*) from deleted_documents where file_id is null) as missing,
           (select count(*) from deleted_matches where status = 'pending') as "pendingMatches",
           (select count(*) from deleted_matches where status = 'true_match') as "trueMatches"
  `;
}

/** True when a document of a participant outside of the scope refers to the file `f`. */
export function isStillReferenced(scope: ScopeValues): RawBuilder<boolean> {
  return sql`exists (
          select 1 from documents d
          join participants p on p.service_id = d.service_id and p.id = d.participant_id
          where d.service_id = ${scope.serviceId} and d.file_id = f.id and not (${isInDeletionScope(scope)})
        )`;
}

/**
 * Row of the deletion. `natural`: number of deleted natural persons; `pending`: number of deleted participants with
 * pending matches; `missing`: number of deleted documents without a file.
 */
export type DeletedRow = DeletedCounts & {
  blobs: number;
  bytes: number;
  natural: number;
  pending: number;
  missing: number;
};

/** Returns the counts of a deletion and the change of the counts of the service. */
export function toDeletion([row]: readonly DeletedRow[]): Deletion {
  if (row === undefined) throw new Error('The counts of a deletion are one row.');
  const { blobs, bytes, natural, pending, missing, ...counts } = row;
  const change = {
    naturalPersons: -natural,
    legalEntities: natural - counts.participants,
    pendingParticipants: -pending,
    missingDocuments: -missing,
    documents: -counts.documents,
    fileBytes: -bytes,
    pendingMatches: -counts.pendingMatches,
  };
  return { counts, blobs, change };
}
