/**
 * Document type requested from a participant (v4 document, section Document). The same type may be requested more than
 * once; `occurrence` (from 1) distinguishes the requests.
 */
export type RequestedDocument = {
  participantId: number;
  typeCode: string;
  occurrence: number;
  /** Id of the generated file; null while the document is not yet available. */
  downloadId: number | null;
};
