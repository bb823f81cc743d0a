import type { Duplex } from 'node:stream';
import { freeChunk } from '../../http/request-body.ts';

/** Time without data after which a lingering connection is destroyed. */
const IDLE_MS = 5_000;
const LINGER_MS_MAX = 30_000;
/** Enough for the rest of a file of the default maximum size. */
const LINGER_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Closes a connection whose client may still be sending (RFC 9112, 9.6): ends the responses, and discards input until
 * the client closes the connection or a limit is exceeded. A socket that is closed with unread input is reset, and a
 * client that reads only after it has sent everything loses its response.
 */
export function linger(socket: Duplex): void {
  if (socket.destroyed) return;
  let remaining = LINGER_BYTES_MAX;
  const endIdle = (): void => {
    const previous = remaining;
    // Timers run before sockets are read: data may have arrived while the process was not running.
    setImmediate(() => (remaining === previous ? socket.destroy() : undefined));
  };
  const idleTimer = setTimeout(endIdle, IDLE_MS).unref();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS_MAX).unref();
  socket.once('close', () => {
    clearTimeout(idleTimer);
    clearTimeout(timer);
  });
  // The listener of Node's parser. Adding another one also detaches the parser from the socket.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    remaining -= chunk.byteLength;
    freeChunk(chunk);
    idleTimer.refresh();
    if (remaining < 0) socket.destroy();
  });
  socket.end();
  socket.resume();
}
