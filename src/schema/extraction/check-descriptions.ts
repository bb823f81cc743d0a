import type { CheckCode } from '../../domain/extraction/extracted.ts';

/** Description of each check. */
export const CHECK_DESCRIPTIONS: Readonly<Record<CheckCode, string>> = {
  claimed_type:
    'Content agrees with the document kind that the client claimed. v4: `claimed_type`.',
  rfc_check_digit: 'Check digit of the RFC equals the computed one. v4: `rfc_check_digit`.',
  curp_check_digit: 'Check digit of the CURP equals the computed one. v4: `curp_check_digit`.',
  rfc_matches_name:
    'Letters of the RFC agree with the name in the document. v4: `rfc_matches_name`.',
  rfc_matches_curp:
    'Date encoded in the RFC equals the birth date encoded in the CURP. v4: `rfc_matches_curp`.',
  curp_matches_name:
    'Letters of the CURP agree with the name in the document. v4: `curp_matches_name`.',
  curp_matches_birth_date:
    'Birth date encoded in the CURP equals the birth date in the document. v4: `curp_matches_birth_date`.',
  curp_matches_sex:
    'Sex encoded in the CURP equals the sex in the document. v4: `curp_matches_sex`.',
  qr_matches_text: 'QR code agrees with the text of the document. v4: `qr_matches_text`.',
  qr_host: 'URL in the QR code names a host of the tax authority (SAT). v4: `qr_host`.',
  seal_rfc: 'RFC in the digital seal equals the RFC in the tax status certificate. v4: `seal_rfc`.',
  header_rfc: 'RFCs in the heading of the document equal the RFC in its data. v4: `header_rfc`.',
  mrz_check_digits:
    'Check digits of the machine-readable zone (MRZ) equal the computed ones. v4: `mrz_check_digits`.',
  mrz_matches_text:
    'Machine-readable zone (MRZ) agrees with the text of the page. v4: `mrz_matches_text`.',
  mrz_name:
    'False when the names fill their line of the machine-readable zone (MRZ), so that the last may be cut off. v4: `mrz_name`.',
  not_expired: 'Document has not expired. v4: `not_expired`.',
  certificate_serial:
    'Serial number of the digital seal certificate (CSD) equals the number stated in the invoice. v4: `certificate_serial`.',
  certificate_rfc:
    'Holder of the digital seal certificate (CSD) is the issuer of the invoice. v4: `certificate_rfc`.',
  certificate_dates:
    'Digital seal certificate (CSD) was valid on the date of the invoice. v4: `certificate_dates`.',
  seal: 'Date of the digital seal equals the date of the tax status certificate: false when they differ, otherwise null, because the signature of the seal is not verified. v4: `seal`.',
  stamp:
    'Tax stamp (timbre fiscal digital) belongs to the digital seal of the invoice. v4: `stamp`.',
  totals: 'Amounts of the invoice add up to its total. v4: `totals`.',
  age: 'Document is at most three months old. v4: `age`.',
  reading:
    'False when the version of an invoice is unknown, null when a part of the document was not read; never true. The detail states what is missing. v4: `reading`.',
};
