import { type RawBuilder, sql } from 'kysely';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { StoredReport } from '../../../domain/socioeconomic/stored-report.ts';
import type { Db } from '../../client.ts';
import { insertReportKeyCte } from '../../statements/insert-report-key.ts';
import {
  countRowsOfParticipants,
  listRowsOfParticipants,
  type Owners,
} from '../../statements/participant-lists.ts';
import { throwTooLong, unlessTooLong } from '../../statements/read-bounds.ts';
import { allocateIdsQuery } from '../records/id-counters.ts';

const COLUMNS: RawBuilder<StoredReport> = sql`
  s.id, s.participant_id as "participantId", s.template_key as "templateKey",
  s.template_version as "templateVersion", s.status as state, s.version, s.corrects_id as "correctsId",
  s.consent_id as "consentId", s.answers_user_id as "answersUserId", s.created_by as "createdBy",
  s.created_at as "createdAt", s.updated_at as "updatedAt", s.finalized_by as "finalizedBy",
  s.finalized_at as "finalizedAt", s.file_id as "fileId", encode(s.sha256, 'hex') as sha256,
  encode(s.content_sha256, 'hex') as "contentSha256", s.signature,
  s.content_signature as "contentSignature"`;

export type ReportKey = { serviceId: number; id: number };

export type NewReport = Pick<
  StoredReport,
  | 'participantId'
  | 'templateKey'
  | 'templateVersion'
  | 'correctsId'
  | 'consentId'
  | 'answersUserId'
  | 'createdBy'
> & { serviceId: number; sealed: Buffer };

/** Stores a draft. The caller has locked the participant. */
export async function insertReport(db: Db, report: NewReport): Promise<StoredReport> {
  const { serviceId, participantId, templateKey, templateVersion, correctsId } = report;
  const { consentId, answersUserId, createdBy, sealed } = report;
  const { rows } = await sql<StoredReport>`
    with allocated_id as (${allocateIdsQuery({ serviceId, kind: 'socioeconomic_report', count: 1 })})
    insert into socioeconomic_reports as s (service_id, id, participant_id, template_key, template_version,
      corrects_id, consent_id, answers_user_id, created_by, sealed)
    overriding system value
    select ${serviceId}::integer, last_id, ${participantId}::bigint, ${templateKey}::text, ${templateVersion}::integer,
      ${correctsId}::bigint, ${consentId}::bigint, ${answersUserId}::bigint, ${createdBy}::bigint, ${sealed}::bytea
    from allocated_id
    returning ${COLUMNS}
  `.execute(db);
  return requireRow(rows);
}

/** Replaces the content of a draft, which the caller has locked, and increments its version. */
export async function updateDraft(
  db: Db,
  { serviceId, id }: ReportKey,
  sealed: Buffer,
): Promise<StoredReport> {
  const { rows } = await sql<StoredReport>`
    update socioeconomic_reports s
    set sealed = ${sealed}, version = s.version + 1, updated_at = now()
    where s.service_id = ${serviceId} and s.id = ${id} and s.status = 'draft'
    returning ${COLUMNS}
  `.execute(db);
  return requireRow(rows);
}

export type Finalized = {
  sealed: Buffer;
  userId: number;
  at: Date;
  fileId: number;
  /** Hexadecimal. */
  sha256: string;
  contentSha256: string;
  /** JWS of the digests of the PDF and of the content. */
  signature: string;
  contentSignature: string;
  kid: string;
  publicJwk: object;
};

/** Finalizes a draft and stores the public key of its signatures. The caller has locked the draft. */
export async function finalizeDraft(
  db: Db,
  { serviceId, id }: ReportKey,
  final: Finalized,
): Promise<StoredReport> {
  const { sealed, userId, at, fileId, signature, contentSignature, kid } = final;
  const [sha256, contentSha256] = [final.sha256, final.contentSha256].map((digest) =>
    Buffer.from(digest, 'hex'),
  );
  const { rows } = await sql<StoredReport>`
    with ${insertReportKeyCte(final)}
    update socioeconomic_reports s
    set status = 'final', sealed = ${sealed}, updated_at = now(), finalized_by = ${userId},
      finalized_at = ${at}, file_id = ${fileId}, sha256 = ${sha256}, content_sha256 = ${contentSha256},
      signature = ${signature}, content_signature = ${contentSignature}, kid = ${kid}
    where s.service_id = ${serviceId} and s.id = ${id} and s.status = 'draft'
    returning ${COLUMNS}
  `.execute(db);
  return requireRow(rows);
}

function requireRow([row]: readonly StoredReport[]): StoredReport {
  if (row === undefined) throw new Error('A locked report was not updated.');
  return row;
}

/** Returns a report, locked until the transaction ends; undefined when the service has no report with the id. */
export async function lockReport(
  db: Db,
  { serviceId, id }: ReportKey,
): Promise<StoredReport | undefined> {
  const { rows } = await sql<StoredReport>`
    select ${COLUMNS} from socioeconomic_reports s
    where s.service_id = ${serviceId} and s.id = ${id}
    for no key update
  `.execute(db);
  return rows[0];
}

/** Returns the reports with these ids, in order of id. */
export async function listReportsByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select ${COLUMNS} from socioeconomic_reports s
    where s.service_id = ${serviceId} and s.id = any(${ids}::bigint[])
    order by s.id
  `.execute(db);
  return rows;
}

export type SealedContent = { id: number; sealed: Buffer };

/**
 * Returns the encrypted contents of reports, in order of id. Throws AppError `limit_exceeded` when they are too long
 * together; thirty reports of maximum length are within the limit.
 */
export async function listSealedByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<SealedContent[]> {
  const rows = await db
    .selectFrom('socioeconomic_reports')
    .select(['id', unlessTooLong(sql`octet_length(sealed)`, sql<Buffer>`sealed`).as('sealed')])
    .where('service_id', '=', serviceId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .execute();
  return rows.map(({ id, sealed }) => ({ id, sealed: sealed ?? throwTooLong('reports') }));
}

/**
 * Returns the final report of the service whose PDF or content has this digest, with the signature of that digest;
 * undefined when there is none.
 */
export async function findFinalByDigest(
  db: Db,
  serviceId: number,
  sha256: string,
): Promise<{ id: number; signature: string } | undefined> {
  const digest = Buffer.from(sha256, 'hex');
  const { rows } = await sql<{ id: number; signature: string }>`
    select s.id, case when s.sha256 = ${digest} then s.signature else s.content_signature end as signature
    from socioeconomic_reports s
    where s.service_id = ${serviceId} and (s.sha256 = ${digest} or s.content_sha256 = ${digest})
    order by s.id
    limit 1
  `.execute(db);
  return rows[0];
}

/** Returns the same window on the reports of each participant, newest first. */
export async function listReportsOfParticipants(
  db: Db,
  owners: Owners,
  window: Window<TimePosition>,
): Promise<PositionedRow<StoredReport, TimePosition>[]> {
  return await listRowsOfParticipants(
    db,
    { table: 'socioeconomic_reports', columns: COLUMNS, ...owners },
    window,
  );
}

/** Counts the reports of each participant, up to `max`. */
export async function countReportsOfParticipants(
  db: Db,
  owners: Owners,
  max: number,
): Promise<{ participantId: number; count: number }[]> {
  return await countRowsOfParticipants(db, { table: 'socioeconomic_reports', ...owners }, max);
}
