import type { DocumentKind, FieldName } from '../graphql.ts';
import { toWords } from '../shared/format.ts';

const KINDS: Partial<Record<DocumentKind, string>> = {
  CFDI: 'Invoice (CFDI)',
  CURP: 'Certificate of the CURP',
  INE_BACK: 'Back of a voter’s card',
  INE_FRONT: 'Front of a voter’s card',
  UNKNOWN: 'Unknown kind of document',
};

/** Null: not read yet. The gateway may come to know more kinds than these. */
export function describeKind(kind: DocumentKind | null): string {
  return KINDS[kind ?? 'UNKNOWN'] ?? toWords(kind ?? 'UNKNOWN');
}

const FIELDS: Partial<Record<FieldName, string>> = {
  ID_CIF: 'idCIF',
  ISSUER_RFC: 'RFC of the issuer',
  OCR_NUMBER: 'OCR number',
  RECEIVER_RFC: 'RFC of the receiver',
  SEAL_RFC: 'RFC of the seal',
  SEX: 'Sex',
};

export function describeField(name: FieldName): string {
  return FIELDS[name] ?? toWords(name);
}

/** Where in a document a value stands. */
export const SOURCES = {
  MRZ: 'machine-readable zone',
  OCR: 'picture',
  QR: 'square code',
  TEXT: 'text',
  XML: 'XML',
} as const;
