import { vi } from 'vitest';

/** Wait of a request for its reading, in milliseconds; no other timer of the process has this delay. */
const WAIT_MS = 1_999;
/** Limit of a wait that hangs. */
const HANG_MS = 600_000;

/**
 * Sends a request to a gateway of this process with a `waitMs` that does not expire: the request waits until its
 * reading ends, however long the start of a reader process takes on a busy machine.
 */
export async function withUnlimitedWait<T>(send: (waitMs: number) => Promise<T>): Promise<T> {
  const { setTimeout } = globalThis;
  const spy = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((callback, ms, ...args) =>
      setTimeout(callback, ms === WAIT_MS ? HANG_MS : ms, ...args),
    );
  try {
    return await send(WAIT_MS);
  } finally {
    spy.mockRestore();
  }
}
