import type { DocumentKind, Extracted, ExtractionCheck } from './extracted.ts';

/** `queued`: it is read beside the requests. */
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

/** Input of reading a document. `today` is `YYYY-MM-DD`. */
export type Reading = {
  mediaType: string;
  bytes: Uint8Array;
  claimed: DocumentKind | null;
  today: string;
};

/** Outcome of reading a document. `pageCount` is the number of its pages. */
export type ReadingOutcome =
  | ({ kind: 'read'; extracted: Extracted; durationMs: number } & ReadingProgress)
  | { kind: 'failed'; failure: ExtractionFailure; durationMs: number };

/** Progress of reading. `pageCount` counts all pages, of which at most thirty are read. */
export type ReadingProgress = { pagesRead: number; pageCount: number };

/** Options of one reading, which takes a minute at most. */
export type ReadingManner = {
  onProgress?: ((progress: ReadingProgress) => void) | undefined;
};

/** Acquired reader, used exclusively until it is released. It may be released twice. */
export type HeldReader = {
  /** Never throws for what the bytes are. */
  read: (reading: Reading, manner?: ReadingManner) => Promise<ReadingOutcome>;
  giveBack: () => void;
};

/** Pool of document readers. */
export type DocumentReaders = {
  /** Name and version of the engine, stored with its results. */
  engine: string;
  /** Number of readers. */
  count: number;
  /** Waits until one is free. */
  take: () => Promise<HeldReader>;
  /** For a request, which waits for none: undefined where none is free, or the service has its share of them. */
  tryTake: (serviceId: number) => HeldReader | undefined;
  /** Readings that a request began and its job finishes. */
  detached: DetachedReadings;
};

/** Extraction of one service. */
export type ExtractionKey = { serviceId: number; id: number };

/**
 * Readings of this process that continue after their request stopped waiting. A reading resolves with undefined where
 * the bytes of the file are gone.
 */
export type DetachedReadings = {
  detach: (key: ExtractionKey, reading: Promise<ReadingOutcome | undefined>) => void;
  /** Returns the reading of that extraction to its job, once; undefined where this process has none. */
  collect: (key: ExtractionKey) => Promise<ReadingOutcome | undefined> | undefined;
};

/** Parts with personal data, which are stored encrypted. */
export type SealedParts = Pick<Extracted, 'fields' | 'missing'>;

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
  /** The fields and what is missing, under the file's own key. */
  sealed: Buffer | null;
  engine: string | null;
  durationMs: number | null;
  createdAt: Date;
  finishedAt: Date | null;
};

/** Results of an extraction whose document is not read. */
export const UNREAD = {
  kind: null,
  confidence: null,
  needsReview: null,
  pageCount: null,
  pagesRead: null,
  checks: [],
} satisfies Partial<ExtractionRecord>;

/** Maximum number of extractions of one file. Older ones are deleted. */
export const EXTRACTIONS_OF_FILE_MAX = 20;
/** Maximum size of a file that is read. */
export const EXTRACTION_BYTES_MAX = 20 * 1024 * 1024;
/** Maximum number of pages that are read, from the first. */
export const EXTRACTION_PAGES_MAX = 30;
/** Maximum time that a request waits for its extraction. */
export const EXTRACTION_WAIT_MS_MAX = 2000;
