import type { ExtractionBuilder } from '../extraction-builder.ts';
import type { RuleInput } from '../kind-rules.ts';

/** Checks the certificate of an invoice against the invoice. Revocation lists are not consulted. */
export function checkCertificate({ document }: RuleInput, builder: ExtractionBuilder): void {
  const { certificate } = document;
  if (certificate === null) {
    builder.addCheck(
      'certificate_serial',
      null,
      'The invoice holds no certificate that can be read',
    );
    return;
  }
  const { serial, rfc, validFrom, validTo } = certificate;
  const number = builder.findValue('certificateNumber');
  const isSameNumber = number === undefined ? null : number === serial;
  builder.addCheck(
    'certificate_serial',
    isSameNumber,
    describeCheck(isSameNumber, 'The certificate has the number that the invoice names'),
  );
  const issuer = builder.findValue('issuerRfc');
  const isSameRfc = issuer === undefined || rfc === null ? null : issuer === rfc;
  builder.addCheck(
    'certificate_rfc',
    isSameRfc,
    describeCheck(isSameRfc, "The certificate is the issuer's"),
  );
  const issuedAt = builder.findValue('issuedAt');
  const wasValid = issuedAt === undefined ? null : isWithinPeriod(issuedAt, [validFrom, validTo]);
  builder.addCheck(
    'certificate_dates',
    wasValid,
    describeCheck(wasValid, 'The certificate was valid when the invoice was made'),
  );
}

function describeCheck(ok: boolean | null, sentence: string): string {
  if (ok === null) return `Could not be told: ${sentence}`;
  return ok ? sentence : `Not so: ${sentence}`;
}

/** Invoices have local times, up to eight hours behind UTC; certificates have UTC. */
const UTC_OFFSET_MAX_MS = 8 * 3_600_000;

function isWithinPeriod(local: string, [from, to]: readonly [string, string]): boolean {
  const time = Date.parse(`${local}Z`);
  return time + UTC_OFFSET_MAX_MS >= Date.parse(from) && time <= Date.parse(to);
}
