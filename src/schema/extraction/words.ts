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
import { enumWord } from '../base/enum-word.ts';
import { CHECK_SENTENCES } from './check-sentences.ts';
import { FIELD_SENTENCES } from './field-sentences.ts';

const KINDS: Readonly<Record<DocumentKind, string>> = {
  tax_status_certificate: 'Constancia de situación fiscal. v4 `CSF`.',
  ine_front: "The front of a voter's card. v4 `INE_FRENTE`.",
  ine_back: "The back of a voter's card. v4 `INE_REVERSO`.",
  passport: 'The page of data of a passport. v4 `PASAPORTE`.',
  curp: 'Constancia de la CURP. v4 `CURP`.',
  cfdi: 'An invoice as XML. v4 `CFDI`.',
  proof_of_address: 'A bill of light, telephone or water. v4 `COMPROBANTE_DOMICILIO`.',
  articles_of_incorporation:
    'Acta constitutiva, of which only what stands beside labels is read. v4 `ACTA_CONSTITUTIVA`.',
  unknown: 'None of these, or too little of it was read. v4 `DESCONOCIDO`.',
};
const STATUSES: Readonly<Record<ExtractionState, string>> = {
  queued: 'It is read beside the requests. v4 `queued`.',
  done: 'It was read. v4 `done`.',
  failed: 'It could not be read: see `failure`. v4 `failed`.',
};
const FAILURES: Readonly<Record<ExtractionFailure, string>> = {
  unreadable_document: 'The bytes are broken. v4 `unreadable_document`.',
  timed_out: 'It took over a minute. v4 `timed_out`.',
  reader_lost: 'Reading it took more memory than it may, or ended its process. v4 `reader_lost`.',
  file_gone: 'The file was deleted or lost its bytes before it was read. v4 `file_gone`.',
  given_up: 'It was tried again and again and never came to an end. v4 `given_up`.',
};
const SOURCES: Readonly<Record<FieldSource, string>> = {
  text: 'Text of the document. v4 `text`.',
  qr: 'A square code. v4 `qr`.',
  mrz: 'The machine-readable zone. v4 `mrz`.',
  ocr: 'A picture of the page. v4 `ocr`.',
  xml: 'The XML of an invoice. v4 `xml`.',
};
const REASONS: Readonly<Record<MissingReason, string>> = {
  label_not_found: 'Nothing in the document says where it would stand. v4 `label_not_found`.',
  empty: 'Its place is empty. v4 `empty`.',
  not_valid: 'What stands there cannot be such a value. v4 `not_valid`.',
  unreadable: 'It was read too badly. v4 `unreadable`.',
  ambiguous: 'Two places say different things. v4 `ambiguous`.',
};

/** The values of an enumeration, each with its sentence. */
function valuesOf<Word extends string>(
  words: readonly Word[],
  sentences: Readonly<Record<Word, string>>,
): Record<string, { value: Word; description: string }> {
  return Object.fromEntries(
    words.map((word) => [enumWord(word), { value: word, description: sentences[word] }]),
  );
}

export const DocumentKindEnum = builder.enumType('DocumentKind', {
  description: 'What kind of document it is. v4 `tipo`.',
  values: valuesOf(DOCUMENT_KINDS, KINDS),
});
export const ExtractionStatusEnum = builder.enumType('ExtractionStatus', {
  description: 'Where the reading of a document stands. v4 `status`.',
  values: valuesOf(EXTRACTION_STATES, STATUSES),
});
export const ExtractionFailureEnum = builder.enumType('ExtractionFailure', {
  description: 'Why a document was not read. v4 `failure`.',
  values: valuesOf(EXTRACTION_FAILURES, FAILURES),
});
export const FieldSourceEnum = builder.enumType('FieldSource', {
  description: 'Where in a document a value stands. v4 `source`.',
  values: valuesOf(FIELD_SOURCES, SOURCES),
});
export const MissingReasonEnum = builder.enumType('MissingReason', {
  description: 'Why a field has no value. v4 `reason`.',
  values: valuesOf(MISSING_REASONS, REASONS),
});
export const CheckCodeEnum = builder.enumType('ExtractionCheckCode', {
  description: 'What was checked. v4 `code`.',
  values: valuesOf(CHECK_CODES, CHECK_SENTENCES),
});
export const FieldNameEnum = builder.enumType('FieldName', {
  description: 'What a document may say. v4: a member of `fields`.',
  values: Object.fromEntries(
    FIELD_NAMES.map((name) => [
      enumWord(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
      { value: name, description: FIELD_SENTENCES[name] },
    ]),
  ),
});
