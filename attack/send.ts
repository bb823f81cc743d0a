import { Agent, request } from 'node:http';

/** What became of one request: its status and the first code among its errors, e.g. `200 LIMIT_EXCEEDED`. */
export type End = { text: string; bytes: number };

export type Sent = {
  url: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const TIMEOUT_MS = 60_000;
/** Of an answer as much is kept as holds the code of an error. */
const KEPT_BYTES = 2_000;

/** Posts it and reads the answer as fast as it comes; never rejects. */
export async function post({ url, path, headers, body }: Sent): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>();
  const options = {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-length': sizeOf(body) },
  };
  const sent = request(`${url}${path}`, options, (response) => {
    let kept = '';
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (kept.length < KEPT_BYTES) kept += chunk.toString('latin1', 0, KEPT_BYTES);
    });
    response.on('close', () => {
      const end = response.complete ? describe(response.statusCode ?? 0, kept) : 'cut off';
      resolve({ text: end, bytes });
    });
  });
  const timer = setTimeout(() => sent.destroy(new Error('timeout')), TIMEOUT_MS);
  sent.on('close', () => clearTimeout(timer));
  sent.on('error', ({ message }) =>
    resolve({ text: message === 'timeout' ? 'no answer in 60 s' : 'cut off', bytes: 0 }),
  );
  sent.end(body);
  return await promise;
}

function sizeOf(body: string | Uint8Array): number {
  return Buffer.byteLength(body);
}

function describe(status: number, body: string): string {
  const code = /"code"\s*:\s*"([A-Z_]+)"/.exec(body)?.[1];
  return code === undefined ? `${status}` : `${status} ${code}`;
}

/** Runs `work` as often as `count` says, `width` at a time. */
export async function times<T>(
  { count, width }: { count: number; width: number },
  work: (n: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < count) {
      const n = next;
      next += 1;
      results.push(await work(n));
    }
  };
  await Promise.all(Array.from({ length: width }, loop));
  return results;
}

/** Runs `work` on and on, `width` at a time, until the time is over; answers what each came to. */
export async function repeat(
  { seconds, width }: { seconds: number; width: number },
  work: () => Promise<string>,
  goesOn: (end: string) => boolean = () => true,
): Promise<string[]> {
  const endsAt = performance.now() + seconds * 1000;
  const ends: string[] = [];
  const loop = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const end = await work();
      ends.push(end);
      if (!goesOn(end)) return;
    }
  };
  await Promise.all(Array.from({ length: width }, loop));
  return ends;
}
