import type { Release } from './fair-semaphore.ts';
import type { WaitDeadline } from './wait-deadline.ts';

/** Client of one request, for operations and response writers. */
export type Client = {
  /** Time that the request may wait for permits and memory. Undefined when only the default of each wait applies. */
  waitDeadline?: WaitDeadline;
  /** True when the connection is closed or the request is over. */
  isDisconnected: () => boolean;
  /** Signal that is aborted when the connection closes or the request ends. Created lazily. */
  abortSignal: () => AbortSignal;
  /** Returns a release that is called when the request ends, unless the caller has called it before. */
  releaseAtEnd: (release: Release) => Release;
  /** Reserves memory for a response of the largest size. Returns false while unread responses fill the limit. */
  reserveMemory: () => boolean;
  /** Releases the reservation. Called once the response is complete and counted by its real size. */
  releaseMemory: () => void;
};
