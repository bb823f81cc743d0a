import { sql } from 'kysely';
import { ALL_SERVICES } from '../../../domain/lists/list-source.ts';
import type { ReportFormat } from '../../../domain/reports/screening-report.ts';
import type { Db } from '../../client.ts';
import { insertReportKeyCte } from '../../statements/insert-report-key.ts';
import type { Json } from '../../tables.ts';

export type StoredReport = {
  screeningId: number;
  format: ReportFormat;
  businessCode: string | null;
  /** Hexadecimal. */
  sha256: string;
  signature: string;
  fileId: number | null;
  /** Hexadecimal SHA-256 of the JSON that a PDF shows; null for JSON, and for a PDF of an earlier version. */
  contentSha256: string | null;
};

/** Returns the reports of a screening, at most one of each format. */
export async function listScreeningReports(
  db: Db,
  serviceId: number,
  screeningId: number,
): Promise<StoredReport[]> {
  const rows = await selectReports(db, serviceId)
    .where('screening_id', '=', screeningId)
    .orderBy('format')
    .execute();
  return rows.map(toReport);
}

/** Returns the report with this digest, or undefined when the service has none. */
export async function findReportByDigest(
  db: Db,
  serviceId: number,
  sha256: string,
): Promise<StoredReport | undefined> {
  const row = await selectReports(db, serviceId)
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .orderBy('screening_id')
    .limit(1)
    .executeTakeFirst();
  return row && toReport(row);
}

export type NewReport = StoredReport & { serviceId: number; kid: string; publicJwk: object };

/** Stores a report, replacing the report of the same screening and format: its matches may have been decided since. */
export async function saveReport(db: Db, report: NewReport): Promise<void> {
  const { serviceId, screeningId, format, businessCode, signature, kid, fileId } = report;
  const content = report.contentSha256 === null ? null : Buffer.from(report.contentSha256, 'hex');
  await sql`
    with ${insertReportKeyCte(report)}
    insert into screening_reports
      (service_id, screening_id, format, business_code, sha256, signature, kid, file_id,
        content_sha256)
    values (${serviceId}, ${screeningId}, ${format}, ${businessCode},
      ${Buffer.from(report.sha256, 'hex')}, ${signature}, ${kid}, ${fileId},
      ${content})
    on conflict (service_id, screening_id, format) do update
    set sha256 = excluded.sha256, signature = excluded.signature, kid = excluded.kid,
        file_id = excluded.file_id, content_sha256 = excluded.content_sha256
  `.execute(db);
}

/** True when a shared list was loaded at least once. */
export async function isListLoaded(db: Db, source: string): Promise<boolean> {
  const row = await db
    .selectFrom('list_snapshots')
    .select('id')
    .where('service_id', '=', ALL_SERVICES)
    .where('source', '=', source)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** More keys than a gateway will ever have used. */
const KEYS_MAX = 1000;

export type StoredReportKey = { kid: string; publicJwk: Json; revokedAt: Date | null };

/** Returns the public keys of report signatures, newest first. */
export async function listReportKeys(db: Db): Promise<StoredReportKey[]> {
  return await db
    .selectFrom('report_keys')
    .select(['kid', 'public_jwk as publicJwk', 'revoked_at as revokedAt'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .limit(KEYS_MAX)
    .execute();
}

/** Revokes a key of report signatures; returns the time of its first revocation, or undefined for an unknown key. */
export async function revokeReportKey(db: Db, kid: string): Promise<Date | undefined> {
  await db
    .updateTable('report_keys')
    .set({ revoked_at: sql`now()` })
    .where('kid', '=', kid)
    .where('revoked_at', 'is', null)
    .execute();
  const row = await db
    .selectFrom('report_keys')
    .select('revoked_at as revokedAt')
    .where('kid', '=', kid)
    .executeTakeFirst();
  return row?.revokedAt ?? undefined;
}

function selectReports(db: Db, serviceId: number) {
  return db
    .selectFrom('screening_reports')
    .select([
      'screening_id as screeningId',
      'format',
      'business_code as businessCode',
      'sha256',
      'signature',
      'file_id as fileId',
      'content_sha256 as contentSha256',
    ])
    .where('service_id', '=', serviceId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectReports>['execute']>>[number];

function toReport({ sha256, contentSha256, format, ...row }: Row): StoredReport {
  return {
    ...row,
    format: format === 'pdf' ? 'pdf' : 'json',
    sha256: sha256.toString('hex'),
    contentSha256: contentSha256?.toString('hex') ?? null,
  };
}
