import type { ServerResponse } from 'node:http';

/** Limits on the time that a client takes to read a response. */
export type SendTimeout = {
  /** Maximum time without reading anything. */
  stallMs: number;
  /** Average rate at which the client must read, in addition to `stallMs`, so that every response ends. */
  bytesPerSecondMin: number;
};

/**
 * True when the client has disconnected or the connection is being closed. A pipelined response behind another one gets
 * no event for that.
 */
export function isDisconnected({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.destroyed || req.socket.writableEnded;
}

/**
 * Destroys the connection when a response of that many bytes is not sent within the send timeout. Calls `onEnd` once,
 * when the response has been sent or the connection is destroyed.
 */
export function limitSendTime(
  response: ServerResponse,
  { bytes, timeout, onEnd }: { bytes: number; timeout: SendTimeout; onEnd?: () => void },
): void {
  const timeMs = timeout.stallMs + Math.ceil((bytes * 1000) / timeout.bytesPerSecondMin);
  const end = (): void => {
    clearTimeout(timer);
    response.off('close', end);
    onEnd?.();
  };
  const timer = setTimeout(
    () => {
      response.destroy();
      // A response behind another on its connection gets no close event.
      end();
    },
    Math.min(timeMs, TIMER_MS_MAX),
  );
  response.once('close', end);
}

/** Longest delay of Node's timers; a longer one would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Waits until the client has read what was written; destroys the connection when it reads nothing for `stallMs`. */
export async function waitForDrain(response: ServerResponse, stallMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    response.destroy();
    // A response behind another on its connection gets no close event.
    resolve();
  }, stallMs);
  response.once('drain', resolve);
  response.once('close', resolve);
  await promise;
  clearTimeout(timer);
  response.off('drain', resolve);
  response.off('close', resolve);
}
