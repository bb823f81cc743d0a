import type { Box } from './document-content.ts';

export const DOCUMENT_KINDS = [
  'tax_status_certificate',
  'ine_front',
  'ine_back',
  'passport',
  'curp',
  'cfdi',
  'proof_of_address',
  'articles_of_incorporation',
  'unknown',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Fields of all document kinds, with one name for each fact. */
export const FIELD_NAMES = [
  // Person or company.
  'rfc',
  'curp',
  'fullName',
  'givenNames',
  'paternalSurname',
  'maternalSurname',
  'companyName',
  'companyType',
  'tradeName',
  'birthDate',
  'sex',
  'nationality',
  'birthState',
  'countryOfBirth',
  // Address.
  'addressText',
  'street',
  'exteriorNumber',
  'interiorNumber',
  'neighborhood',
  'locality',
  'municipality',
  'state',
  'postalCode',
  'country',
  'email',
  // Tax register.
  'idCif',
  'taxStatus',
  'operationsStartDate',
  'lastStatusChangeDate',
  'economicActivities',
  'taxRegimes',
  'taxObligations',
  'sealRfc',
  'sealFolio',
  'verificationUrl',
  // Document.
  'documentNumber',
  'issueDate',
  'issuePlace',
  'expiryDate',
  'issuingCountry',
  'electorKey',
  'registrationYear',
  'section',
  'issueNumber',
  'validYears',
  'cic',
  'citizenId',
  'ocrNumber',
  'mrz',
  // Invoice.
  'uuid',
  'version',
  'invoiceType',
  'series',
  'folio',
  'issuerRfc',
  'issuerName',
  'receiverRfc',
  'receiverName',
  'receiverPostalCode',
  'subtotal',
  'total',
  'currency',
  'issuedAt',
  'stampedAt',
  'certificateNumber',
  // Utility bill.
  'provider',
  'serviceNumber',
  'period',
  'dueDate',
  'amountDue',
  // Deed.
  'deedNumber',
  'deedDate',
  'notaryName',
  'notaryNumber',
  'tradeFolio',
  'capital',
  'shareholders',
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export const FIELD_SOURCES = ['text', 'qr', 'mrz', 'ocr', 'xml'] as const;
export type FieldSource = (typeof FIELD_SOURCES)[number];

/**
 * Value extracted from a document. Dates are `YYYY-MM-DD`, times ISO 8601, amounts decimal text; several values are
 * one text with a line each. A confidence of at least 0.9 needs no review.
 */
export type ExtractedField = {
  name: FieldName;
  value: string;
  confidence: number;
  source: FieldSource;
  page: number | null;
  box: Box | null;
  /** Source of restored letters, for example Ñ, which the image did not show. */
  recoveredFrom: 'curp' | 'rfc' | 'mrz' | null;
};

export const MISSING_REASONS = [
  /** Label of the field not found in the document. */
  'label_not_found',
  /** Label without a value. */
  'empty',
  /** Text that is not a valid value of the field. */
  'not_valid',
  /** Text that could not be recognized. */
  'unreadable',
  /** Different values in two positions of the document. */
  'ambiguous',
] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];

export type MissingField = { name: FieldName; reason: MissingReason };

/** Check of a document. `ok` is null when it could not be decided. `detail` quotes no content of the document. */
export type ExtractionCheck = { code: CheckCode; ok: boolean | null; detail: string };

export const CHECK_CODES = [
  'claimed_type',
  'rfc_check_digit',
  'curp_check_digit',
  'rfc_matches_name',
  'rfc_matches_curp',
  'curp_matches_name',
  'curp_matches_birth_date',
  'curp_matches_sex',
  'qr_matches_text',
  'qr_host',
  'seal_rfc',
  'header_rfc',
  'mrz_check_digits',
  'mrz_matches_text',
  'mrz_name',
  'not_expired',
  'certificate_serial',
  'certificate_rfc',
  'certificate_dates',
  'seal',
  'stamp',
  'totals',
  'age',
  'reading',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

/** Result of the rules of a document kind. */
export type Extracted = {
  kind: DocumentKind;
  /** Confidence of the kind, 0 to 1. */
  confidence: number;
  fields: ExtractedField[];
  missing: MissingField[];
  checks: ExtractionCheck[];
  needsReview: boolean;
};
