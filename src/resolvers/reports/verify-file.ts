import type { JWK } from 'jose';
import type { Db } from '../../db/client.ts';
import { toCanonicalJson } from '../../domain/reports/canonical-json.ts';
import { extractReport } from '../../domain/reports/extract-report.ts';
import { findJsonExcess } from '../../domain/shared/json-bounds.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceId } from '../service/get-service-id.ts';
import { toSha256 } from './digest.ts';
import { listKnownKeys } from './report-keys.ts';
import {
  type ReportToVerify,
  type Verification,
  verifySignature,
  verifyWithRecords,
} from './verify-report.ts';

/** File to verify as a report, with its signature if there is one. */
export type FileToVerify = { bytes: Buffer; signature: string | undefined };

/**
 * Verifies a file by its signature and a list of public keys only. Throws OperatorError for a file without a signature.
 */
export async function verifyFileByKeys(
  keys: readonly JWK[],
  file: FileToVerify,
): Promise<Verification> {
  const { signature, ...reportToVerify } = toReportToVerify(file);
  if (signature === undefined) throw new OperatorError(UNSIGNED);
  return await verifySignature(keys, { ...reportToVerify, signature });
}

const UNSIGNED =
  'The file contains no signature. Name the file with the signature by --signature, or the service by --service.';

/**
 * Verifies a file by its signature and the keys that signed reports of this database. A file without a signature, or
 * with one of a revoked key, is compared with the records of the service. Throws OperatorError for an unknown service,
 * and when the service is required but missing.
 */
export async function verifyFile(
  db: Db,
  file: FileToVerify,
  service: string | undefined,
): Promise<Verification> {
  const reportToVerify = toReportToVerify(file);
  const { signature } = reportToVerify;
  const keys = await listKnownKeys(db, []);
  if (service !== undefined)
    return await verifyWithRecords(
      { db, serviceId: await getServiceId(db, service), keys },
      reportToVerify,
    );
  if (signature === undefined) throw new OperatorError(UNSIGNED);
  const { keyId } = await verifySignature(keys.revoked, { ...reportToVerify, signature });
  if (keyId !== null) throw new OperatorError(REVOKED);
  return await verifySignature(keys.trusted, { ...reportToVerify, signature });
}

const REVOKED =
  'The key that signed the file is revoked, so that only the records of a service prove it. Name the service by --service.';

function toReportToVerify({ bytes, signature }: FileToVerify): ReportToVerify {
  const extracted = extractReport(parseJson(bytes));
  if (extracted === undefined) return { sha256: toSha256(bytes), signature, claimed: undefined };
  return {
    sha256: toSha256(toCanonicalJson(extracted.report)),
    signature: signature ?? extracted.signature,
    claimed: extracted,
  };
}

/**
 * Parses JSON. Returns undefined for bytes that are not JSON, for example a PDF, and for JSON that is nested deeper
 * than any report.
 */
function parseJson(bytes: Buffer): unknown {
  try {
    const text = bytes.toString();
    return isTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string): boolean {
  const scan = findJsonExcess(text);
  let step = scan.next();
  while (step.done !== true) step = scan.next();
  return step.value === 'levels';
}
