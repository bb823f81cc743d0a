import {
  CHECK_CODES,
  DOCUMENT_KINDS,
  type DocumentKind,
  FIELD_NAMES,
  FIELD_SOURCES,
  type FieldSource,
  MISSING_REASONS,
  type MissingReason,
} from '../../domain/extraction/extracted.ts';
import {
  EXTRACTION_FAILURES,
  EXTRACTION_STATES,
  type ExtractionFailure,
  type ExtractionState,
} from '../../domain/extraction/extraction.ts';
import { builder } from '../base/builder.ts';
import { toEnumValue } from '../base/enum-value.ts';
import { CHECK_DESCRIPTIONS } from './check-descriptions.ts';
import { FIELD_DESCRIPTIONS } from './field-descriptions.ts';

const KINDS: Readonly<Record<DocumentKind, string>> = {
  tax_status_certificate: 'Tax status certificate (constancia de situación fiscal). v4: `CSF`.',
  ine_front: 'Front of a voter card (INE). v4: `INE_FRENTE`.',
  ine_back: 'Back of a voter card (INE). v4: `INE_REVERSO`.',
  passport: 'Data page of a passport. v4: `PASAPORTE`.',
  curp: 'CURP certificate (constancia de la CURP). v4: `CURP`.',
  cfdi: 'Electronic invoice (CFDI), as XML. v4: `CFDI`.',
  proof_of_address: 'Utility bill: electricity, telephone or water. v4: `COMPROBANTE_DOMICILIO`.',
  articles_of_incorporation:
    'Articles of incorporation (acta constitutiva). Only values that stand beside a label are read. v4: `ACTA_CONSTITUTIVA`.',
  unknown:
    'Another kind of document, or a document whose kind was not recognized. v4: `DESCONOCIDO`.',
};
const STATUSES: Readonly<Record<ExtractionState, string>> = {
  queued: 'Extraction will be finished by a background job. v4: `queued`.',
  done: 'Document was read. v4: `done`.',
  failed: 'Extraction failed; `failure` states the reason. v4: `failed`.',
};
const FAILURES: Readonly<Record<ExtractionFailure, string>> = {
  unreadable_document: 'File is corrupt. v4: `unreadable_document`.',
  timed_out:
    'Reading took more than one minute of processor time, or more than three minutes in total. v4: `timed_out`.',
  reader_lost:
    'Process that read the document exceeded its memory limit or crashed. v4: `reader_lost`.',
  file_gone: 'Content of the file was lost before it could be read. v4: `file_gone`.',
  given_up: 'Extraction was abandoned after 12 attempts. v4: `given_up`.',
};
const SOURCES: Readonly<Record<FieldSource, string>> = {
  text: 'Value was read from the text of the PDF. v4: `text`.',
  qr: 'Value was read from the QR code. v4: `qr`.',
  mrz: 'Value was read from the machine-readable zone (MRZ). v4: `mrz`.',
  ocr: 'Value was recognized in the image of the page (OCR). v4: `ocr`.',
  xml: 'Value was read from the XML of the invoice. v4: `xml`.',
};
const REASONS: Readonly<Record<MissingReason, string>> = {
  label_not_found: 'Label of the field was not found in the document. v4: `label_not_found`.',
  empty: 'Field is empty in the document. v4: `empty`.',
  not_valid: 'Text was found but is not a valid value of the field. v4: `not_valid`.',
  unreadable: 'Text could not be recognized. v4: `unreadable`.',
  ambiguous: 'Document contains different values of the field. v4: `ambiguous`.',
};

/** Returns the values of an enum with their descriptions. */
function createValues<Word extends string>(
  words: readonly Word[],
  descriptions: Readonly<Record<Word, string>>,
): Record<string, { value: Word; description: string }> {
  return Object.fromEntries(
    words.map((word) => [toEnumValue(word), { value: word, description: descriptions[word] }]),
  );
}

export const DocumentKindEnum = builder.enumType('DocumentKind', {
  description: 'Kind of a document. v4: `tipo`.',
  values: createValues(DOCUMENT_KINDS, KINDS),
});
export const ExtractionStatusEnum = builder.enumType('ExtractionStatus', {
  description: 'Status of an extraction. v4: `status`.',
  values: createValues(EXTRACTION_STATES, STATUSES),
});
export const ExtractionFailureEnum = builder.enumType('ExtractionFailure', {
  description: 'Reason why an extraction failed. v4: `failure`.',
  values: createValues(EXTRACTION_FAILURES, FAILURES),
});
export const FieldSourceEnum = builder.enumType('FieldSource', {
  description: 'Part of a document that a value was read from. v4: `source`.',
  values: createValues(FIELD_SOURCES, SOURCES),
});
export const MissingReasonEnum = builder.enumType('MissingReason', {
  description: 'Reason why a field has no value. v4: `reason`.',
  values: createValues(MISSING_REASONS, REASONS),
});
export const CheckCodeEnum = builder.enumType('ExtractionCheckCode', {
  description:
    'Code of a consistency check of a document. Each description states the fact that is true when `ExtractionCheck.ok` is true, unless it states otherwise. v4: `code`.',
  values: createValues(CHECK_CODES, CHECK_DESCRIPTIONS),
});
export const FieldNameEnum = builder.enumType('FieldName', {
  description: 'Name of a field that a document may contain. v4: a member of `fields`.',
  values: Object.fromEntries(
    // BIRTH_DATE for `birthDate`.
    FIELD_NAMES.map((name) => [
      toEnumValue(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
      { value: name, description: FIELD_DESCRIPTIONS[name] },
    ]),
  ),
});
