import type { ReadDocument } from '../../domain/extraction/read-document.ts';

/** What is sent to a process that reads; `pages` as in a scanned PDF, null for a picture. */
export type ReadingTask =
  | { kind: 'picture'; bytes: Uint8Array; mediaType: string }
  | { kind: 'pdf'; bytes: Uint8Array; pages: readonly number[] | null };

/** What comes back: an error does not cross, for its text may quote the document. */
export type ReadingAnswer = { document: ReadDocument } | { failure: 'encrypted' | 'unreadable' };

/** Sent after each page of a PDF. */
export type ReadingProgress = { done: number };
