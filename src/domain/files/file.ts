/**
 * State of a file. `elsewhere`: only its id is known. `expected`: its upload was announced. `received`: its bytes are
 * stored and await completion. `infected`: a scan found malware, and its bytes were not stored.
 */
export const FILE_STATES = ['elsewhere', 'expected', 'received', 'available', 'infected'] as const;
export type FileState = (typeof FILE_STATES)[number];

/**
 * Stored file; fields of its content are null for files without content. Sizes are in bytes of the unencrypted file.
 */
export type FileRecord = {
  /** v4 `file_id` and `id_descarga`. */
  id: number;
  state: FileState;
  /** Business of the file; null while it belongs to none. */
  businessId: number | null;
  /** Participant for whom it was uploaded, until it is attached. */
  participantId: number | null;
  byteCount: number | null;
  mediaType: string | null;
  /** Hexadecimal. */
  sha256: string | null;
  isScanned: boolean;
  storageKey: string | null;
  /** Key of the file, encrypted with the data key of its business, and its name, encrypted with the key of the file. */
  sealedKey: Buffer | null;
  sealedName: Buffer | null;
  createdAt: Date;
  /** Time at which it is deleted unless it is completed or attached. */
  expiresAt: Date | null;
  /** Code of the reason why the last upload of the expected file was rejected; null when it was not. */
  refusal: string | null;
};

/** Filter of files; all given conditions apply. `createdSince` is inclusive, `createdBefore` exclusive. */
export type FileFilter = {
  businessDatabaseId?: number | null | undefined;
  statusIn?: FileState[] | null | undefined;
  createdSince?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
};

/** Uploaded file as returned to callers. */
export type FileDetail = {
  id: number;
  state: FileState;
  /** Business of the file; null while it belongs to none. */
  businessId: number | null;
  name: string;
  mediaType: string;
  byteCount: number;
  /** SHA-256 in hexadecimal; null while the upload is awaited and its digest was not announced. */
  sha256: string | null;
  isScanned: boolean;
  createdAt: Date;
  expiresAt: Date | null;
};

const HOUR_MS = 60 * 60 * 1000;
/** Time to send and complete an announced upload. */
export const UPLOAD_WINDOW_MS = HOUR_MS;
/** Retention of a file that belongs to no business. */
export const UNATTACHED_RETENTION_MS = 7 * 24 * HOUR_MS;
/** Maximum lifetime of a file link, which opens the file without credentials. */
export const LINK_SECONDS_MAX = 300;
/** Path of file links, followed by the token. */
export const FILE_LINK_PATH = '/api/v4/file/link';
