/**
 * A document type requested from a participant (v4 part: Document).
 * One participant may be asked for the same type more than once; `occurrence` (from 1) tells those apart.
 */
export type RequestedDocument = {
  participantId: number;
  typeCode: string;
  occurrence: number;
  /** Id of the generated file; null while the document is not yet available. */
  downloadId: number | null;
};
