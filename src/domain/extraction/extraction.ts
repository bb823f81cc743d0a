import type { DocumentKind, Extracted, ExtractionCheck } from './extracted.ts';

/** States of an extraction. `queued`: a job reads the document after the response. */
export const EXTRACTION_STATES = ['queued', 'done', 'failed'] as const;
export type ExtractionState = (typeof EXTRACTION_STATES)[number];

/** Reasons why an extraction failed. */
export const EXTRACTION_FAILURES = [
  'unreadable_document',
  'timed_out',
  'reader_lost',
  'file_gone',
  'given_up',
] as const;
export type ExtractionFailure = (typeof EXTRACTION_FAILURES)[number];

/** Document to read. `claimed` is the kind that the caller expects, `today` is `YYYY-MM-DD`. */
export type ReadingInput = {
  mediaType: string;
  bytes: Uint8Array;
  claimed: DocumentKind | null;
  today: string;
};

/** Outcome of reading a document. */
export type ReadingOutcome =
  | ({ kind: 'read'; extracted: Extracted; durationMs: number } & ReadingProgress)
  | { kind: 'failed'; failure: ExtractionFailure; durationMs: number };

/** Progress of reading. `pageCount` counts all pages, of which at most 30 are read. */
export type ReadingProgress = { pagesRead: number; pageCount: number };

/** Options of one reading. */
export type ReadingOptions = {
  onProgress?: ((progress: ReadingProgress) => void) | undefined;
};

/** Acquired reader, used exclusively until it is released. A second release has no effect. */
export type AcquiredReader = {
  /** Reads a document. Never rejects: an unreadable document resolves with `failed`. */
  read: (reading: ReadingInput, options?: ReadingOptions) => Promise<ReadingOutcome>;
  release: () => void;
};

/** Pool of document readers. */
export type DocumentReaders = {
  /** Name and version of the engine, stored with its results. */
  engine: string;
  /** Number of readers in the pool. */
  count: number;
  /** Waits for a free reader. Its process reads documents of this service only. */
  acquire: (serviceId: number) => Promise<AcquiredReader>;
  /** Returns undefined at once when no reader is free or the service already uses as many as it may. */
  tryAcquire: (serviceId: number) => AcquiredReader | undefined;
  /** Readings that a request began and a job finishes. */
  detached: DetachedReadings;
};

/** Key of an extraction. */
export type ExtractionKey = { serviceId: number; id: number };

/**
 * Readings of this process that continue after their request stopped waiting. A reading resolves with undefined when
 * the bytes of the file were deleted.
 */
export type DetachedReadings = {
  detach: (key: ExtractionKey, reading: Promise<ReadingOutcome | undefined>) => void;
  /** Returns the detached reading of an extraction, once. Undefined when this process has none. */
  collect: (key: ExtractionKey) => Promise<ReadingOutcome | undefined> | undefined;
};

/** Parts of a result with personal data, which are stored encrypted. */
export type EncryptedParts = Pick<Extracted, 'fields' | 'missing'>;

/** Stored extraction. */
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
  pagesRead: number | null;
  checks: ExtractionCheck[];
  /** Fields and missing fields, encrypted with the key of the file. */
  sealed: Buffer | null;
  engine: string | null;
  durationMs: number | null;
  createdAt: Date;
  finishedAt: Date | null;
};

/** Result columns of an extraction that is queued or failed. */
export const NO_RESULT = {
  kind: null,
  confidence: null,
  needsReview: null,
  pageCount: null,
  pagesRead: null,
  checks: [],
} satisfies Partial<ExtractionRecord>;

/** Maximum number of extractions of one file. Older ones are deleted. */
export const EXTRACTIONS_OF_FILE_MAX = 20;
/** Maximum size of a file that is read, in bytes. */
export const EXTRACTION_BYTES_MAX = 20 * 1024 * 1024;
/** Maximum number of pages that are read, counted from the first. */
export const EXTRACTION_PAGES_MAX = 30;
/** Maximum time that a request waits for its extraction. */
export const EXTRACTION_WAIT_MS_MAX = 2000;
