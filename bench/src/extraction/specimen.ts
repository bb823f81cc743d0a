import type { DocumentKind, FieldName } from '../../../src/domain/extraction/extracted.ts';

/** What stands in a document, as it is to be read. */
export type Truth = {
  kind: DocumentKind;
  fields: Partial<Record<FieldName, string>>;
  mrz: string[] | null;
  qr: string | null;
  /** Whether accents count: where nothing was seen but text was read. */
  isExact?: boolean;
};

/** A drawn document. */
export type Specimen = Truth & { png: Buffer };

/** One that programs print into files as well. */
export type PrintedSpecimen = Specimen & { pdf: Buffer<ArrayBuffer> };

/** A document as it is sent. */
export type SentSpecimen = Truth & { mediaType: string; bytes: Uint8Array };
