import {
  CompactSign,
  compactVerify,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
} from 'jose';
import { REPORT_KINDS, type ReportKind } from '../domain/reports/report-kind.ts';
import type { ReportFormat } from '../domain/reports/screening-report.ts';
import type { SigningKey } from './signing-key.ts';

/** Signed statement that the bytes with this digest are this report of this service. */
export type ReportStatement = {
  kind: ReportKind;
  serviceId: number;
  service: string;
  reportId: number;
  format: ReportFormat;
  /** Hexadecimal digest of the PDF, or of the report's JSON with sorted members and without whitespace. */
  sha256: string;
};

/**
 * `typ` header of each kind of report. It differs from that of access tokens, so that no signature passes for another.
 */
const TYPES: Readonly<Record<ReportKind, string>> = {
  screening: 'screening-report+jws',
  socioeconomic: 'socioeconomic-report+jws',
};

/** Signs a statement as compact JWS (RFC 7515); with an Ed25519 key the result is deterministic. */
export async function signReport(key: SigningKey, statement: ReportStatement): Promise<string> {
  const { kind, serviceId, service, reportId, format, sha256 } = statement;
  const payload = { service, service_id: serviceId, report: reportId, format, sha256 };
  return await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ: TYPES[kind] })
    .sign(key.privateKey);
}

export type VerifiedSignature = { kid: string; statement: ReportStatement };

/** Verifies a signature and returns its statement. Undefined when none of the keys has signed the text. */
export async function verifyReportSignature(
  keys: readonly JWK[],
  text: string,
): Promise<VerifiedSignature | undefined> {
  const kid = findKeyId(text);
  const jwk = keys.find((key) => key.kid === kid);
  if (kid === undefined || jwk === undefined) return undefined;
  const algorithm = findAlgorithm(jwk);
  if (algorithm === undefined) return undefined;
  try {
    const key = await importJWK(jwk, algorithm);
    const { payload, protectedHeader } = await compactVerify(text, key, {
      algorithms: [algorithm],
    });
    const kind = REPORT_KINDS.find((reportKind) => TYPES[reportKind] === protectedHeader.typ);
    const statement = kind && readPayload(payload, kind);
    return statement && { kid, statement };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns the algorithm of a key. The header of the signature is not trusted to choose it. */
function findAlgorithm({ kty, crv }: JWK): SigningKey['algorithm'] | undefined {
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA';
  return kty === 'EC' && crv === 'P-256' ? 'ES256' : undefined;
}

function findKeyId(text: string): string | undefined {
  try {
    return decodeProtectedHeader(text).kid;
  } catch {
    return undefined;
  }
}

/**
 * Reads a payload whose signature is valid. Undefined when signReport has not written it: a given key may be foreign.
 */
function readPayload(payload: Uint8Array, kind: ReportKind): ReportStatement | undefined {
  const value: unknown = JSON.parse(Buffer.from(payload).toString());
  const { service, service_id, report, format, sha256 } = toMembers(value);
  if (typeof service !== 'string' || typeof sha256 !== 'string') return undefined;
  if (typeof service_id !== 'number' || typeof report !== 'number') return undefined;
  if (format !== 'json' && format !== 'pdf') return undefined;
  return { kind, serviceId: service_id, service, reportId: report, format, sha256 };
}

function toMembers(value: unknown): { [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
