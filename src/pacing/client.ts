import type { WaitAllowance } from './wait-allowance.ts';

/** Who waits for an answer. */
export type Client = {
  /** For how long it may be kept waiting before its answer is made; as long as anybody, left out. */
  waits?: WaitAllowance;
  /** Whether nobody does any more. */
  hasGone: () => boolean;
  /** Is aborted when nobody does any more; made when it is first asked for. */
  goneSignal: () => AbortSignal;
  /**
   * Keeps room for a large answer; false where there is none, since what others of the service, or of the process, were
   * answered is not read.
   */
  keepRoom: () => boolean;
  /** Gives it back: the answer is made, and counted as it is. */
  releaseRoom: () => void;
};
