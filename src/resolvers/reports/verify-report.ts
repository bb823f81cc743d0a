import type { JWK } from 'jose';
import { verifyReportSignature } from '../../auth/report-signatures.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { findReportByDigest, listScreeningReports } from '../../db/queries/screening/reports.ts';
import { findFinalByDigest, listReportsByIds } from '../../db/queries/socioeconomic/reports.ts';
import { toCanonicalJsonInSteps } from '../../domain/reports/canonical-json.ts';
import { extractReport } from '../../domain/reports/extract-report.ts';
import type { ReportKind } from '../../domain/reports/report-kind.ts';
import type { ReportFormat } from '../../domain/reports/screening-report.ts';
import { invalidAt } from '../../errors.ts';
import { runStepsInSlices } from '../../scheduling/map-in-slices.ts';
import { readJsonText } from '../common/read-json-text.ts';
import { toSha256 } from './digest.ts';
import type { VerifyReportInput } from './inputs.ts';
import { listKnownKeys, type ReportKeys } from './report-keys.ts';

export const REPORT_VERDICTS = ['valid', 'altered', 'not_ours'] as const;
/**
 * `valid`: issued by the gateway and unchanged. `altered`: signature or report id were issued by the gateway, but the
 * content differs. `not_ours`: neither a signature nor a record shows that the gateway issued it.
 */
export type ReportVerdict = (typeof REPORT_VERDICTS)[number];

export type Verification = {
  verdict: ReportVerdict;
  /** Kind of the report. Null when it is not known. */
  kind: ReportKind | null;
  /** Id of the screening or of the socio-economic report. Null when it is not known. */
  reportId: number | null;
  format: ReportFormat | null;
  /** Id of the key that signed the report. */
  keyId: string | null;
  /** True when that key is revoked: the verdict then depends on the stored record of issued reports only. */
  isKeyRevoked: boolean;
};

/** Report to verify: its digest, its signature, and the report that it claims to be. */
export type ReportToVerify = {
  sha256: string;
  signature: string | undefined;
  claimed: { kind: ReportKind; id: number | undefined } | undefined;
};

/** Verifies that a report was issued to the service. Throws AppError `invalid_input` for text that is not a report. */
export async function verifyReport(
  ctx: RequestContext,
  input: VerifyReportInput,
): Promise<Verification> {
  const { serviceId } = requireScope(ctx.caller, 'screening:read');
  const reportToVerify = await readReportToVerify(serviceId, input);
  const keys = await listKnownKeys(ctx.db, ctx.tokens.jwks().keys);
  return await verifyWithRecords({ db: ctx.db, serviceId, keys }, reportToVerify);
}

/** Verifies by the signature of a trusted key, otherwise by the stored record of issued reports. */
export async function verifyWithRecords(
  records: ReportRecords,
  reportToVerify: ReportToVerify,
): Promise<Verification> {
  const { keys, serviceId } = records;
  const { signature } = reportToVerify;
  if (signature === undefined) return await verifyUnsigned(records, reportToVerify);
  const verified = await verifySignature(keys.trusted, { ...reportToVerify, signature }, serviceId);
  if (verified.keyId !== null) return verified;
  const { keyId } = await verifySignature(
    keys.revoked,
    { ...reportToVerify, signature },
    serviceId,
  );
  if (keyId === null) return verified;
  return { ...(await verifyUnsigned(records, reportToVerify)), keyId, isKeyRevoked: true };
}

async function readReportToVerify(
  serviceId: number,
  { sha256, report, signature }: VerifyReportInput,
): Promise<ReportToVerify> {
  if (typeof sha256 === 'string')
    return { sha256: sha256.toLowerCase(), signature: signature ?? undefined, claimed: undefined };
  const extracted = extractReport(
    await readJsonText({ serviceId, text: report ?? '', path: ['report'] }),
  );
  if (extracted === undefined) throw invalidAt(['report'], 'Must be a report', 'wrong_format');
  return {
    sha256: await digestInSteps(serviceId, extracted.report),
    signature: signature ?? extracted.signature,
    claimed: extracted,
  };
}

/** Returns the SHA-256 of the canonical JSON of a report, in hexadecimal. */
async function digestInSteps(serviceId: number, report: object): Promise<string> {
  const pieces = await runStepsInSlices(serviceId, toCanonicalJsonInSteps(report));
  return toSha256(pieces);
}

const NO_DETAILS = { kind: null, reportId: null, format: null, keyId: null, isKeyRevoked: false };
const NOT_OURS: Verification = { verdict: 'not_ours', ...NO_DETAILS };

/** Verifies by the signature only. With `serviceId`, a report of another service is `not_ours`. */
export async function verifySignature(
  keys: readonly JWK[],
  { sha256, signature }: ReportToVerify & { signature: string },
  serviceId?: number,
): Promise<Verification> {
  const signedStatement = await verifyReportSignature(keys, signature);
  if (signedStatement === undefined) return NOT_OURS;
  const { statement, kid: keyId } = signedStatement;
  if (serviceId !== undefined && statement.serviceId !== serviceId) return NOT_OURS;
  const { kind, reportId, format } = statement;
  const verdict = statement.sha256 === sha256 ? 'valid' : 'altered';
  return { verdict, kind, reportId, format, keyId, isKeyRevoked: false };
}

export type ReportRecords = { db: Db; serviceId: number; keys: ReportKeys };

/** Verifies by the stored record of reports that were issued to the service. */
async function verifyUnsigned(
  { db, serviceId, keys }: ReportRecords,
  { sha256, claimed }: ReportToVerify,
): Promise<Verification> {
  const issued =
    (await findReportByDigest(db, serviceId, sha256)) ??
    (await findFinalByDigest(db, serviceId, sha256));
  if (issued !== undefined) {
    const { signature } = issued;
    const all = [...keys.trusted, ...keys.revoked];
    const verified = await verifySignature(all, { sha256, signature, claimed }, serviceId);
    return { ...verified, isKeyRevoked: keys.revoked.some(({ kid }) => kid === verified.keyId) };
  }
  const { kind, id } = claimed ?? {};
  if (kind === undefined || id === undefined || !Number.isSafeInteger(id)) return NOT_OURS;
  if (!(await wasIssued(db, serviceId, { kind, id }))) return NOT_OURS;
  return { ...NOT_OURS, verdict: 'altered', kind, reportId: id, format: 'json' };
}

/** True when a report with that id was issued to the service. */
async function wasIssued(
  db: Db,
  serviceId: number,
  { kind, id }: { kind: ReportKind; id: number },
): Promise<boolean> {
  if (kind === 'screening') return (await listScreeningReports(db, serviceId, id)).length > 0;
  const [report] = await listReportsByIds(db, serviceId, [id]);
  return report?.state === 'final';
}
