import type { CheckCode } from '../../domain/extraction/extracted.ts';

/** Description of each check: the fact that is true when the check passed, for most of them. */
export const CHECK_DESCRIPTIONS: Readonly<Record<CheckCode, string>> = {
  claimed_type: 'Detected document kind is the kind that the client claimed. v4: `claimed_type`.',
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
  qr_matches_text:
    'QR code states the same RFC, CURP or number as the text of the document. v4: `qr_matches_text`.',
  qr_host: 'URL in the QR code is an https URL of the tax authority (SAT). v4: `qr_host`.',
  seal_rfc: 'RFC in the digital seal equals the RFC in the tax status certificate. v4: `seal_rfc`.',
  header_rfc: 'RFCs in the heading of the document equal the RFC in its data. v4: `header_rfc`.',
  mrz_check_digits:
    'Check digits of the machine-readable zone (MRZ) equal the computed ones. v4: `mrz_check_digits`.',
  mrz_matches_text:
    'Never false: true when the document number in the machine-readable zone (MRZ) was also read elsewhere on the page, otherwise null. v4: `mrz_matches_text`.',
  mrz_name:
    'Present only when the names fill their line of the machine-readable zone (MRZ), so that the last may be cut off; then false. v4: `mrz_name`.',
  not_expired: 'Document had not expired on the day of the extraction. v4: `not_expired`.',
  certificate_serial:
    'Serial number of the digital seal certificate (CSD) equals the number stated in the invoice. v4: `certificate_serial`.',
  certificate_rfc:
    'Holder of the digital seal certificate (CSD) is the issuer of the invoice. v4: `certificate_rfc`.',
  certificate_dates:
    'Digital seal certificate (CSD) was valid on the date of the invoice. v4: `certificate_dates`.',
  seal: 'Never true, because the signature of a seal is not verified. False when the date of the seal differs from the issue date of the tax status certificate; otherwise, and for every invoice, null. v4: `seal`.',
  stamp:
    'Invoice has a tax stamp (timbre fiscal digital) that repeats its digital seal. v4: `stamp`.',
  totals: 'Subtotal, discount and taxes of the invoice add up to its total. v4: `totals`.',
  age: 'Proof of address is dated at most three months before the day of the extraction, and not after it. v4: `age`.',
  reading:
    'Never true: false when the version of an invoice is unknown, null when a part of the document was not read. `detail` states what is missing. v4: `reading`.',
};
