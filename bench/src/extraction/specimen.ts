import type { DocumentKind, FieldName } from '../../../src/domain/extraction/extracted.ts';

/** A drawn document and what stands in it. */
export type Specimen = {
  kind: DocumentKind;
  png: Buffer;
  fields: Partial<Record<FieldName, string>>;
  mrz: string[] | null;
  qr: string | null;
};
