import type { ServerResponse } from 'node:http';

/** How long a client may take to read what it asked for. */
export type SendTimeout = {
  /** How long it may take nothing at all. */
  stallMs: number;
  /** What it must take on the whole once `stallMs` are over, so that no answer is held for ever. */
  bytesPerSecondMin: number;
};

/** Whether nobody waits for an answer any more; one that stands behind another never hears of it. */
export function isDisconnected({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.destroyed;
}

/**
 * Calls `onEnd` once: when the connection is done with an answer of so many bytes, or when it should long have been read
 * and the connection is cut off.
 */
export function limitSendTime(
  response: ServerResponse,
  { bytes, patience, onEnd }: { bytes: number; patience: SendTimeout; onEnd?: () => void },
): void {
  const timeMs = patience.stallMs + Math.ceil((bytes * 1000) / patience.bytesPerSecondMin);
  const end = (): void => {
    clearTimeout(timer);
    response.off('close', end);
    onEnd?.();
  };
  const timer = setTimeout(
    () => {
      response.destroy();
      // An answer that stands behind another never hears that it is closed.
      end();
    },
    Math.min(timeMs, TIMER_MS_MAX),
  );
  response.once('close', end);
}

/** A longer timer would go off at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Waits for the client to take what was written; cuts it off where it takes nothing for `stallMs`. */
export async function waitForDrain(response: ServerResponse, stallMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    response.destroy();
    // An answer that stands behind another never hears that it is closed.
    resolve();
  }, stallMs);
  response.once('drain', resolve);
  response.once('close', resolve);
  await promise;
  clearTimeout(timer);
  response.off('drain', resolve);
  response.off('close', resolve);
}
