import type { CheckCode } from '../../domain/extraction/extracted.ts';

/** Description of each check. */
export const CHECK_SENTENCES: Readonly<Record<CheckCode, string>> = {
  claimed_type: 'Claimed document kind against the content. v4: `claimed_type`.',
  rfc_check_digit: 'Check digit of the RFC. v4: `rfc_check_digit`.',
  curp_check_digit: 'Check digit of the CURP. v4: `curp_check_digit`.',
  rfc_matches_name: 'Letters of the RFC against the name. v4: `rfc_matches_name`.',
  rfc_matches_curp: 'Date of the RFC against the CURP. v4: `rfc_matches_curp`.',
  curp_matches_name: 'Letters of the CURP against the name. v4: `curp_matches_name`.',
  curp_matches_birth_date: 'CURP against the birth date. v4: `curp_matches_birth_date`.',
  curp_matches_sex: 'CURP against the sex. v4: `curp_matches_sex`.',
  qr_matches_text: 'QR code against the text. v4: `qr_matches_text`.',
  qr_host:
    'Host of the URL in the QR code, which must be a host of the tax authority (SAT). v4: `qr_host`.',
  seal_rfc: 'RFC of the digital seal against the RFC of the certificate. v4: `seal_rfc`.',
  header_rfc: 'RFCs of the heading against the RFC of the data. v4: `header_rfc`.',
  mrz_check_digits: 'Check digits of the machine-readable zone (MRZ). v4: `mrz_check_digits`.',
  mrz_matches_text:
    'Machine-readable zone (MRZ) against the text of the page. v4: `mrz_matches_text`.',
  not_expired: 'Expiry date against today. v4: `not_expired`.',
  certificate_serial:
    'Serial number of the certificate against the number in the invoice. v4: `certificate_serial`.',
  certificate_rfc:
    'Holder of the certificate against the issuer of the invoice. v4: `certificate_rfc`.',
  certificate_dates:
    'Validity period of the certificate against the date of the invoice. v4: `certificate_dates`.',
  seal: 'Digital seal, whose signature is not verified. v4: `seal`.',
  stamp: 'Tax stamp (timbre fiscal digital) against the digital seal of the invoice. v4: `stamp`.',
  totals: 'Amounts of the invoice against its total. v4: `totals`.',
  age: 'Age of the document, at most three months. v4: `age`.',
  reading: 'Notes on the reading itself. v4: `reading`.',
};
