/** Maximum number of trusted documents: GraphQL documents that a service has registered. */
export const DOCUMENTS_MAX = 10_000;

/** Maximum length of one document, in UTF-16 code units. */
export const DOCUMENT_LENGTH_MAX = 65_536;

/** Visible ASCII, which covers hashes with or without the name of their algorithm. */
const ID_PATTERN = /^[\x21-\x7e]{1,128}$/;

export function isDocumentId(text: string): boolean {
  return ID_PATTERN.test(text);
}
