import type { Release } from './fair-semaphore.ts';
import type { WaitAllowance } from './wait-deadline.ts';

/** Client that waits for a response. */
export type Client = {
  /** Time for which the request may wait before its response is generated. Defaults to the general limit. */
  waits?: WaitAllowance;
  /** True when the connection is closed or the request is over. */
  hasGone: () => boolean;
  /** Signal that is aborted when the connection closes or the request ends. Created lazily. */
  goneSignal: () => AbortSignal;
  /** Returns a release that is also called when the request ends, whatever its execution does. */
  releaseAtEnd: (release: Release) => Release;
  /**
   * Reserves memory for a large response. Returns false when unread responses of the service, or of the process, use
   * all of it.
   */
  keepRoom: () => boolean;
  /** Releases the reservation: the response is generated and counted by its size. */
  releaseRoom: () => void;
};
