import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type Verdict = 'clean' | 'infected';

export type ClamdOptions = {
  socketPath: string;
  /** Time limit without reading or writing. */
  timeoutMs: number;
};

/**
 * Scans bytes with the INSTREAM command of clamd: sends chunks with their lengths, then an empty chunk, and reads one
 * line of response. Throws when clamd gives no verdict.
 */
export async function scanBytes(
  { socketPath, timeoutMs }: ClamdOptions,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Verdict> {
  const socket = connect({ path: socketPath });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd does not answer.')));
  const reply = text(socket);
  // Prevents an unhandled rejection when a write fails first and reports the same fault.
  reply.catch(() => undefined);
  try {
    await send(socket, Buffer.from('zINSTREAM\0'));
    for await (const chunk of bytes) {
      await send(socket, encodeLength(chunk.byteLength));
      await send(socket, chunk);
    }
    await send(socket, encodeLength(0));
    return parseVerdict(await reply);
  } finally {
    socket.destroy();
  }
}

function encodeLength(count: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  return bytes;
}

/** Writes with backpressure. Throws when clamd closes the connection. */
async function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (!socket.destroyed && socket.write(bytes)) return;
  const controller = new AbortController();
  const abort = (): void => controller.abort(new Error('clamd has gone.'));
  if (socket.destroyed) abort();
  socket.once('close', abort);
  try {
    await once(socket, 'drain', { signal: controller.signal });
  } finally {
    socket.off('close', abort);
  }
}

function parseVerdict(reply: string): Verdict {
  const line = reply.replace('\0', '').trim();
  if (line === 'stream: OK') return 'clean';
  if (/^stream: .* FOUND$/.test(line)) return 'infected';
  throw new Error('clamd gave no verdict.');
}
