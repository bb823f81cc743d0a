/**
 * Where a file stands. `elsewhere`: only its id is known. `expected`: its upload was announced.
 * `received`: its bytes are here and await completion. `infected`: a scan found malware, so its bytes were not kept.
 */
export const FILE_STATES = ['elsewhere', 'expected', 'received', 'available', 'infected'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** A file as it is stored; what only files with bytes have is null for others. Sizes are in bytes of the plain file. */
export type FileRecord = {
  /** v4 `file_id` and `id_descarga`. */
  id: number;
  state: FileState;
  /** The business that it goes with; null while it belongs to none. */
  businessId: number | null;
  /** Whom it was uploaded for and is not attached to yet. */
  participantId: number | null;
  byteCount: number | null;
  mediaType: string | null;
  /** Hexadecimal. */
  sha256: string | null;
  isScanned: boolean;
  storageKey: string | null;
  /** The file's own key under the data key of its business, and its name under the file's own key. */
  sealedKey: Buffer | null;
  sealedName: Buffer | null;
  createdAt: Date;
  /** When it is deleted unless it is completed or attached. */
  expiresAt: Date | null;
  /** Why the bytes that came last while it was expected were refused: a code; null where none were. */
  refusal: string | null;
};

/** All that is given must hold; from `createdSince` on, and before `createdBefore`. */
export type FileFilter = {
  businessDatabaseId?: number | null | undefined;
  statusIn?: FileState[] | null | undefined;
  createdSince?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
};

/** What callers see of a file whose bytes came to the gateway. */
export type FileDetail = {
  id: number;
  state: FileState;
  /** The business that it goes with; null while it belongs to none. */
  businessId: number | null;
  name: string;
  mediaType: string;
  byteCount: number;
  /** Hexadecimal; null while the bytes are awaited and nobody has said it. */
  sha256: string | null;
  isScanned: boolean;
  createdAt: Date;
  expiresAt: Date | null;
};

const HOUR_MS = 3_600_000;
/** An announced upload has this long to be sent and completed. */
export const UPLOAD_WINDOW_MS = HOUR_MS;
/** A file that belongs to no business is kept this long. */
export const UNPLACED_MS = 7 * 24 * HOUR_MS;
/** A link lets its holder in no longer than this. */
export const LINK_SECONDS_MAX = 300;
/** Where links lead; a link is this and its token. */
export const FILE_LINK_PATH = '/api/v4/file/link';
