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

/** Statement of a signature: these bytes are this report of this service. */
export type ReportStatement = {
  kind: ReportKind;
  serviceId: number;
  service: string;
  reportId: number;
  format: ReportFormat;
  /** Hexadecimal: of the PDF, or of the report's JSON with its members in order and no blanks. */
  sha256: string;
};

/** Never that of a token or of another kind of report, so that none passes for the other. */
const TYPES: Readonly<Record<ReportKind, string>> = {
  screening: 'screening-report+jws',
  socioeconomic: 'socioeconomic-report+jws',
};

/** A compact JWS (RFC 7515); with an Ed25519 key the same for the same statement, always. */
export async function signReport(key: SigningKey, statement: ReportStatement): Promise<string> {
  const { kind, serviceId, service, reportId, format, sha256 } = statement;
  const payload = { service, service_id: serviceId, report: reportId, format, sha256 };
  return await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ: TYPES[kind] })
    .sign(key.privateKey);
}

export type ReadSignature = { kid: string; statement: ReportStatement };

/** Returns the statement that one of the keys signed. Undefined for any other text. */
export async function readReportSignature(
  keys: readonly JWK[],
  text: string,
): Promise<ReadSignature | undefined> {
  const kid = kidOf(text);
  const jwk = keys.find((one) => one.kid === kid);
  if (kid === undefined || jwk === undefined) return undefined;
  const algorithm = algorithmOf(jwk);
  if (algorithm === undefined) return undefined;
  try {
    const key = await importJWK(jwk, algorithm);
    const { payload, protectedHeader } = await compactVerify(text, key, {
      algorithms: [algorithm],
    });
    const kind = REPORT_KINDS.find((one) => TYPES[one] === protectedHeader.typ);
    const statement = kind && readPayload(payload, kind);
    return statement && { kid, statement };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The key decides, never the signature's header. */
function algorithmOf({ kty, crv }: JWK): SigningKey['algorithm'] | undefined {
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA';
  return kty === 'EC' && crv === 'P-256' ? 'ES256' : undefined;
}

function kidOf(text: string): string | undefined {
  try {
    return decodeProtectedHeader(text).kid;
  } catch {
    return undefined;
  }
}

/** The signature is good here, so this is what signReport wrote. */
function readPayload(payload: Uint8Array, kind: ReportKind): ReportStatement | undefined {
  const read: unknown = JSON.parse(Buffer.from(payload).toString());
  const { service, service_id, report, format, sha256 } = membersOf(read);
  if (typeof service !== 'string' || typeof sha256 !== 'string') return undefined;
  if (typeof service_id !== 'number' || typeof report !== 'number') return undefined;
  if (format !== 'json' && format !== 'pdf') return undefined;
  return { kind, serviceId: service_id, service, reportId: report, format, sha256 };
}

function membersOf(value: unknown): { [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
