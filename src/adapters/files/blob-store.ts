import type { ByteRange } from '../../domain/files/byte-range.ts';

/** Where encrypted bytes are kept, each by a key that nobody can guess and that says nothing. */
export type BlobStore = {
  /** Where bytes are gathered before they are stored; on the store's own disk where it has one. */
  incoming: string;
  /** Makes that folder where it is missing; throws AppError `files_unavailable` where others can write to it. */
  makeIncoming: () => Promise<void>;
  /** Stores the bytes of a file of `incoming`, which may be gone then. All of them or none, and safe from a crash. */
  put: (key: string, path: string, byteCount: number) => Promise<void>;
  /** Resolves once there is something to read; throws BlobMissing where there is nothing under the key. */
  read: (key: string, range: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
  /** Deleting what is not there is done already. */
  delete: (key: string) => Promise<void>;
  close: () => void;
};

/** No bytes stand under a key. */
export class BlobMissing extends Error {}
