import type { CheckCode } from '../../domain/extraction/extracted.ts';

/** What each check asks. */
export const CHECK_SENTENCES: Readonly<Record<CheckCode, string>> = {
  claimed_type: 'Whether it is what it is said to be. v4 `claimed_type`.',
  rfc_check_digit: 'The check digit of the RFC. v4 `rfc_check_digit`.',
  curp_check_digit: 'The check digit of the CURP. v4 `curp_check_digit`.',
  rfc_matches_name: 'The letters of the RFC against the name. v4 `rfc_matches_name`.',
  rfc_matches_curp: 'The date of the RFC against the CURP. v4 `rfc_matches_curp`.',
  curp_matches_name: 'The letters of the CURP against the name. v4 `curp_matches_name`.',
  curp_matches_birth_date: 'The CURP against the day of birth. v4 `curp_matches_birth_date`.',
  curp_matches_sex: 'The CURP against the sex. v4 `curp_matches_sex`.',
  qr_matches_text: 'The square code against the text. v4 `qr_matches_text`.',
  qr_host: 'Whether the square code leads to the tax authority. v4 `qr_host`.',
  seal_rfc: 'The RFC of the seal against that of the certificate. v4 `seal_rfc`.',
  header_rfc: 'The RFCs of the heading against that of the data. v4 `header_rfc`.',
  mrz_check_digits: 'The check digits of the machine-readable zone. v4 `mrz_check_digits`.',
  mrz_matches_text: 'The machine-readable zone against the page. v4 `mrz_matches_text`.',
  not_expired: 'Whether it is good today. v4 `not_expired`.',
  certificate_serial: 'The number of the certificate against the invoice. v4 `certificate_serial`.',
  certificate_rfc: 'The owner of the certificate against the issuer. v4 `certificate_rfc`.',
  certificate_dates:
    'Whether the certificate was good when the invoice was made. v4 `certificate_dates`.',
  seal: 'The seal itself, which is not verified. v4 `seal`.',
  stamp: 'Whether the stamp is of this seal. v4 `stamp`.',
  totals: 'Whether the amounts come to the total. v4 `totals`.',
  age: 'Whether it is at most three months old. v4 `age`.',
  reading: 'How the reading itself went. v4 `reading`.',
};
