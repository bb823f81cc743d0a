import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type Verdict = 'clean' | 'infected';

export type ClamdOptions = {
  socketPath: string;
  /** How long clamd may say and take nothing. */
  timeoutMs: number;
};

/**
 * clamd's INSTREAM: chunks behind their lengths, ended by an empty one, then one line. Rejects where the scanner has no
 * verdict.
 */
export async function scanBytes(
  { socketPath, timeoutMs }: ClamdOptions,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Verdict> {
  const socket = connect({ path: socketPath });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd does not answer.')));
  const reply = text(socket);
  // Told where it is waited for; what fails before is told by the sending.
  reply.catch(() => undefined);
  try {
    await send(socket, Buffer.from('zINSTREAM\0'));
    for await (const chunk of bytes) {
      await send(socket, lengthOf(chunk.byteLength));
      await send(socket, chunk);
    }
    await send(socket, lengthOf(0));
    return readVerdict(await reply);
  } finally {
    socket.destroy();
  }
}

function lengthOf(count: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  return bytes;
}

/** Waits until clamd takes more; rejects where it has gone. */
async function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (!socket.destroyed && socket.write(bytes)) return;
  const gone = new AbortController();
  const end = (): void => gone.abort(new Error('clamd has gone.'));
  if (socket.destroyed) end();
  socket.once('close', end);
  try {
    await once(socket, 'drain', { signal: gone.signal });
  } finally {
    socket.off('close', end);
  }
}

function readVerdict(reply: string): Verdict {
  const line = reply.replace('\0', '').trim();
  if (line === 'stream: OK') return 'clean';
  if (/^stream: .* FOUND$/.test(line)) return 'infected';
  throw new Error('clamd gave no verdict.');
}
