import type { Release } from './fair-semaphore.ts';
import type { WaitAllowance } from './wait-deadline.ts';

/** Who waits for an answer. */
export type Client = {
  /** For how long it may be kept waiting before its answer is made; as long as anybody, left out. */
  waits?: WaitAllowance;
  /** True when the connection is closed or the request is over. */
  hasGone: () => boolean;
  /** Signal that is aborted when the connection closes or the request ends. Created lazily. */
  goneSignal: () => AbortSignal;
  /** Returns a release that is also called when the request ends, whatever its execution does. */
  releaseAtEnd: (release: Release) => Release;
  /**
   * Keeps room for a large answer; false where there is none, since what others of the service, or of the process, were
   * answered is not read.
   */
  keepRoom: () => boolean;
  /** Gives it back: the answer is made, and counted as it is. */
  releaseRoom: () => void;
};
