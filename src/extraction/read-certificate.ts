import { X509Certificate } from 'node:crypto';
import type { CertificateInfo } from '../domain/extraction/document-content.ts';

/** Parses the base64 certificate of an invoice. Returns null when it is not a certificate. */
export function readCertificate(base64: string): CertificateInfo | null {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    return {
      serial: decodeSerialNumber(certificate.serialNumber),
      rfc: parseSubjectRfc(certificate.subject),
      validFrom: certificate.validFromDate.toISOString(),
      validTo: certificate.validToDate.toISOString(),
    };
  } catch {
    return null;
  }
}

/** Decodes a serial number, which the tax authority encodes as the characters of its twenty digits. */
function decodeSerialNumber(hex: string): string {
  const text = Buffer.from(hex, 'hex').toString('latin1');
  return /^\d{20}$/.test(text) ? text : hex;
}

/** Returns the first RFC of the subject: `x500UniqueIdentifier=RFC / RFC of the legal representative`. */
function parseSubjectRfc(subject: string): string | null {
  const [, rfc = null] =
    /^x500UniqueIdentifier=\s*([A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3})\b/m.exec(subject) ?? [];
  return rfc;
}
