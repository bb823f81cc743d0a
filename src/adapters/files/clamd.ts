import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Verdict = 'clean' | 'infected';

/** One file on its way through the scanner. */
export type Scan = {
  write: (chunk: Uint8Array) => Promise<void>;
  /** After the last chunk; rejects where the scanner has no verdict. */
  verdict: () => Promise<Verdict>;
  /** Leaves it unfinished. */
  abandon: () => void;
};

const TIMEOUT_MS = 30_000;

/** clamd's INSTREAM: chunks behind their lengths, ended by an empty one, then one line. */
export async function openScan(socketPath: string): Promise<Scan> {
  const socket = connect({ path: socketPath });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('clamd does not answer.')));
  await once(socket, 'connect');
  let reply = '';
  socket.on('data', (chunk: Buffer) => {
    reply += chunk.toString('latin1');
  });
  const ended = once(socket, 'close').then(() => readVerdict(reply));
  // Told by whoever asks for the verdict, and by nobody where the file was given up before.
  ended.catch(() => undefined);
  socket.on('error', () => undefined);
  socket.write('zINSTREAM\0');
  return {
    write: async (chunk) => {
      await send(socket, lengthOf(chunk.byteLength));
      await send(socket, chunk);
    },
    verdict: async () => {
      await send(socket, lengthOf(0));
      return await ended;
    },
    abandon: () => socket.destroy(),
  };
}

function lengthOf(count: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  return bytes;
}

async function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return;
  const settled = new AbortController();
  const { signal } = settled;
  try {
    await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]);
  } finally {
    settled.abort();
  }
}

function readVerdict(reply: string): Verdict {
  const line = reply.replace('\0', '').trim();
  if (line === 'stream: OK') return 'clean';
  if (/^stream: .* FOUND$/.test(line)) return 'infected';
  throw new Error('clamd gave no verdict.');
}
