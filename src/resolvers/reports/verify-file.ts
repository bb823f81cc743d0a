import type { JWK } from 'jose';
import type { Db } from '../../db/client.ts';
import { toCanonicalJson } from '../../domain/reports/canonical-json.ts';
import { extractReport } from '../../domain/reports/extract-report.ts';
import { findJsonExcess } from '../../domain/shared/json-bounds.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceId } from '../service/get-service-id.ts';
import { digestOf } from './digest.ts';
import { listKnownKeys } from './report-keys.ts';
import { type Shown, type Verification, verifyShown, verifySigned } from './verify-report.ts';

/** File to verify as a report, with its signature if there is one. */
export type ShownFile = { bytes: Buffer; signature: string | undefined };

/** By its signature and a list of keys alone. Throws OperatorError for a file without a signature. */
export async function verifyFileByKeys(
  keys: readonly JWK[],
  file: ShownFile,
): Promise<Verification> {
  const { signature, ...shown } = readShown(file);
  if (signature === undefined) throw new OperatorError(UNSIGNED);
  return await verifySigned(keys, { ...shown, signature });
}

const UNSIGNED =
  'The file has no signature in it: name the file that holds it with --signature, or the service with --service.';

/**
 * By its signature and the keys that ever signed a report on this database; without one, or with one of a revoked key,
 * by what that service was given. Throws OperatorError for an unknown service, and for none where the service has to be
 * known.
 */
export async function verifyFile(
  db: Db,
  file: ShownFile,
  service: string | undefined,
): Promise<Verification> {
  const shown = readShown(file);
  const { signature } = shown;
  const keys = await listKnownKeys(db, []);
  if (service !== undefined)
    return await verifyShown({ db, serviceId: await getServiceId(db, service), keys }, shown);
  if (signature === undefined) throw new OperatorError(UNSIGNED);
  const { keyId } = await verifySigned(keys.revoked, { ...shown, signature });
  if (keyId !== null) throw new OperatorError(REVOKED);
  return await verifySigned(keys.trusted, { ...shown, signature });
}

const REVOKED =
  'The key that signed the file is revoked, so only what a service was given counts: name it with --service.';

function readShown({ bytes, signature }: ShownFile): Shown {
  const read = extractReport(parse(bytes));
  if (read === undefined) return { sha256: digestOf(bytes), signature, claimed: undefined };
  return {
    sha256: digestOf(toCanonicalJson(read.report)),
    signature: signature ?? read.signature,
    claimed: read,
  };
}

/** Undefined for what is no JSON, as a PDF is none, and for JSON that is nested deeper than any report. */
function parse(bytes: Buffer): unknown {
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
