import { X509Certificate } from 'node:crypto';
import type { CertificateInfo } from '../domain/extraction/document-content.ts';

/** The certificate that an invoice holds in base64; null for what is none. */
export function readCertificate(base64: string): CertificateInfo | null {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    return {
      serial: readSerial(certificate.serialNumber),
      rfc: readRfc(certificate.subject),
      validFrom: certificate.validFromDate.toISOString(),
      validTo: certificate.validToDate.toISOString(),
    };
  } catch {
    return null;
  }
}

/** The tax authority writes the twenty digits of a serial number as characters. */
function readSerial(hex: string): string {
  const text = Buffer.from(hex, 'hex').toString('latin1');
  return /^\d{20}$/.test(text) ? text : hex;
}

/** `x500UniqueIdentifier=RFC / RFC of who signs for it`. */
function readRfc(subject: string): string | null {
  const [, rfc = null] =
    /^x500UniqueIdentifier=\s*([A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3})\b/m.exec(subject) ?? [];
  return rfc;
}
