import type { ServerResponse } from 'node:http';

/** Limits on the time that a client takes to read a response. */
export type Patience = {
  /** Time in milliseconds in which the client must read something. */
  stallMs: number;
  /** Minimum average rate once `stallMs` is over, so that no response is kept for ever. */
  bytesPerSecondMin: number;
};

/** True when the client of a response is gone. A response behind another on the connection emits no event then. */
export function hasGone({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.destroyed;
}

/**
 * Calls `onEnd` once: when a response of that many bytes is sent, or when the client reads too slowly and the
 * connection is closed.
 */
export function limitSending(
  response: ServerResponse,
  { bytes, patience, onEnd }: { bytes: number; patience: Patience; onEnd?: () => void },
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
      // A response behind another on the connection emits no close event.
      end();
    },
    Math.min(timeMs, TIMER_MS_MAX),
  );
  response.once('close', end);
}

/** Maximum of a timer: a longer one would fire immediately. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Waits until the client has read the written data. Closes the connection when the client reads nothing for `stallMs`.
 */
export async function drained(response: ServerResponse, stallMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    response.destroy();
    // A response behind another on the connection emits no close event.
    resolve();
  }, stallMs);
  response.once('drain', resolve);
  response.once('close', resolve);
  await promise;
  clearTimeout(timer);
  response.off('drain', resolve);
  response.off('close', resolve);
}
