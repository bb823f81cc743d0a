import type { DocumentKind, Extracted, ExtractionCheck } from './extracted.ts';

/** `queued`: it is read beside the requests. */
export const EXTRACTION_STATES = ['queued', 'done', 'failed'] as const;
export type ExtractionState = (typeof EXTRACTION_STATES)[number];

/** Why nothing was made of a document. */
export const EXTRACTION_FAILURES = ['unreadable_document', 'timed_out', 'reader_lost'] as const;
export type ExtractionFailure = (typeof EXTRACTION_FAILURES)[number];

/** What a document is read for; `today` is `YYYY-MM-DD`. */
export type Reading = {
  mediaType: string;
  bytes: Uint8Array;
  claimed: DocumentKind | null;
  today: string;
};

/** What came of reading one; `pageCount` is how many pages the document has. */
export type ReadingOutcome =
  | { kind: 'read'; extracted: Extracted; pageCount: number; durationMs: number }
  | { kind: 'failed'; failure: ExtractionFailure; durationMs: number };

/** What reads documents. */
export type DocumentReaders = {
  /** What reads them, with its version: kept with what it made. */
  engine: string;
  /** Whether one would be read at once. */
  isFree: () => boolean;
  /** Waits for its turn, then reads for so long at most. Never throws for what the bytes are. */
  read: (reading: Reading, timeoutMs?: number) => Promise<ReadingOutcome>;
};

/** The parts that tell of the person, which are stored sealed. */
export type SealedParts = Pick<Extracted, 'fields' | 'missing'>;

/** As it is stored. */
export type ExtractionRecord = {
  id: number;
  fileId: number;
  claimed: DocumentKind | null;
  state: ExtractionState;
  failure: ExtractionFailure | null;
  kind: DocumentKind | null;
  confidence: number | null;
  needsReview: boolean | null;
  pageCount: number | null;
  checks: ExtractionCheck[];
  /** The fields and what is missing, under the file's own key. */
  sealed: Buffer | null;
  engine: string | null;
  durationMs: number | null;
  createdAt: Date;
  finishedAt: Date | null;
};

/** Of one file, the newest; older ones are deleted. */
export const EXTRACTIONS_OF_FILE_MAX = 20;
/** Of a file that is read. */
export const EXTRACTION_BYTES_MAX = 20 * 1024 * 1024;
/** How long somebody waits for what may be read within a request. */
export const EXTRACTION_WAIT_MS_MAX = 2000;
