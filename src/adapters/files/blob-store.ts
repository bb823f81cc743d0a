import type { ByteRange } from '../../domain/files/byte-range.ts';

/** Store of encrypted files (blobs), by random storage keys. */
export type BlobStore = {
  /** Folder in which uploads are written before they are stored, on the disk of the store if it has one. */
  incoming: string;
  /**
   * Creates the folder if it does not exist. Throws AppError `files_unavailable` when other accounts can write to it.
   */
  makeIncoming: () => Promise<void>;
  /** Stores a file of `incoming`, which may be moved. Atomic and durable. */
  put: (key: string, path: string, byteCount: number) => Promise<void>;
  /** Opens a blob and resolves to its bytes. Throws BlobMissingError when the key does not exist. */
  read: (key: string, range: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
  /** Deletes a blob. Succeeds when the key does not exist. */
  delete: (key: string) => Promise<void>;
  close: () => void;
};

/** Error for a key that does not exist. */
export class BlobMissingError extends Error {}
