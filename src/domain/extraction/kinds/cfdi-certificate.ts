import type { Material } from '../kind-rules.ts';
import type { Sheet } from '../sheet.ts';

/** Checks the certificate of an invoice against the invoice. Revocation lists are not consulted. */
export function checkCertificate({ document }: Material, sheet: Sheet): void {
  const { certificate } = document;
  if (certificate === null) {
    sheet.check('certificate_serial', null, 'The invoice holds no certificate that can be read');
    return;
  }
  const { serial, rfc, validFrom, validTo } = certificate;
  const number = sheet.value('certificateNumber');
  const isNumber = number === undefined ? null : number === serial;
  sheet.check(
    'certificate_serial',
    isNumber,
    say(isNumber, 'The certificate has the number that the invoice names'),
  );
  const issuer = sheet.value('issuerRfc');
  const isIssuer = issuer === undefined || rfc === null ? null : issuer === rfc;
  sheet.check('certificate_rfc', isIssuer, say(isIssuer, "The certificate is the issuer's"));
  const issuedAt = sheet.value('issuedAt');
  const isInTime = issuedAt === undefined ? null : isWithin(issuedAt, [validFrom, validTo]);
  sheet.check(
    'certificate_dates',
    isInTime,
    say(isInTime, 'The certificate was valid when the invoice was made'),
  );
}

function say(ok: boolean | null, sentence: string): string {
  if (ok === null) return `Could not be told: ${sentence}`;
  return ok ? sentence : `Not so: ${sentence}`;
}

/** The invoice's time is that of its place, up to eight hours behind UTC; a certificate's is UTC. */
const OFFSET_MS = 8 * 3_600_000;

function isWithin(local: string, [from, to]: readonly [string, string]): boolean {
  const time = Date.parse(`${local}Z`);
  return time + OFFSET_MS >= Date.parse(from) && time <= Date.parse(to);
}
