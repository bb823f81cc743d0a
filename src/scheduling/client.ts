import type { Release } from './fair-semaphore.ts';
import type { WaitDeadline } from './wait-deadline.ts';

/** Client of one request, as the operations and the response writer see it. */
export type Client = {
  /** Time that the request may spend waiting for permits and memory; undefined: the default of each wait applies. */
  waitDeadline?: WaitDeadline;
  /** True when the connection is closed or the request is over. */
  isDisconnected: () => boolean;
  /** Signal that is aborted when the connection closes or the request ends. Created lazily. */
  abortSignal: () => AbortSignal;
  /** Returns a release that is also called when the request ends, whatever its execution does. */
  releaseAtEnd: (release: Release) => Release;
  /** Reserves memory for a response of the largest size; false while unread responses fill the limit. */
  reserveMemory: () => boolean;
  /** Releases that reservation once the response is complete and counted by its real size. */
  releaseMemory: () => void;
};
