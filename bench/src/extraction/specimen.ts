import type { DocumentKind, FieldName } from '../../../src/domain/extraction/extracted.ts';

/** True content of a document. */
export type Truth = {
  kind: DocumentKind;
  fields: Partial<Record<FieldName, string>>;
  mrz: string[] | null;
  qr: string | null;
  /** Whether accents count: where nothing was seen but text was read. */
  isExact?: boolean;
};

/** Drawn document. */
export type Specimen = Truth & { png: Buffer };

/** Document that is also printed as a PDF. */
export type PrintedSpecimen = Specimen & { pdf: Buffer<ArrayBuffer> };

/** Document as it is sent. */
export type SentSpecimen = Truth & { mediaType: string; bytes: Uint8Array };
