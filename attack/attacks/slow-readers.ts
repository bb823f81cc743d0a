import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { longRolesQuery } from '../nested-query.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { isClosedWithin, openSocket, requestText } from '../raw.ts';

/** For which they hold their answers and take nothing, or next to nothing, of them. */
const HELD_MS = 40_000;
const SIP_MS = 1000;

/** Who asks and does not read: the gateway holds what it has answered. */
export const slowReaders: Attack[] = [
  {
    name: 'readers-100mb',
    sends: '10 readers of 100 MB each that read nothing for 40 s',
    run: async (target) => await readNothing(target, { readers: 10, query: longRolesQuery(2, 50) }),
  },
  {
    name: 'readers-5mb',
    sends: '100 readers of 5 MB each that read nothing for 40 s, heap of 512 MB',
    heapMb: 512,
    run: async (target) =>
      await readNothing(target, { readers: 100, query: longRolesQuery(1, 25) }),
  },
  {
    name: 'sips',
    sends: '100 readers of 5 MB each that read 64 kB a second for 40 s, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await readInSips(target, { readers: 100, query: longRolesQuery(1, 25) }),
  },
];

type Readers = { readers: number; query: string };

/** What one of them has got so far. */
type Reader = { socket: Socket; bytes: number; start: string };

async function ask(target: Target, { readers, query }: Readers): Promise<Reader[]> {
  const text = requestText(target, JSON.stringify({ query }));
  const opened = await Promise.all(
    Array.from({ length: readers }, async () => await openSocket(target)),
  );
  for (const socket of opened) socket.write(text);
  return opened.map((socket) => {
    const reader: Reader = { socket, bytes: 0, start: '' };
    socket.on('data', (chunk: Buffer) => take(reader, chunk));
    return reader;
  });
}

const START_LENGTH = 2000;

function take(reader: Reader, chunk: Buffer): void {
  reader.bytes += chunk.byteLength;
  if (reader.start.length < START_LENGTH) reader.start += chunk.toString('latin1', 0, START_LENGTH);
  if (reader.bytes >= lengthOf(reader)) reader.socket.destroySoon();
}

function lengthOf({ start }: Reader): number {
  return Number(/content-length: (\d+)/i.exec(start)?.[1] ?? Number.POSITIVE_INFINITY);
}

/** Who does not read does not see its connection closed: what there is is read after the wait. */
async function readNothing(target: Target, what: Readers): Promise<Outcomes> {
  const readers = await ask(target, what);
  for (const { socket } of readers) socket.pause();
  await wait(HELD_MS);
  return await readRest(readers);
}

/** What a socket has by then is a sip: some 64 kB. */
async function readInSips(target: Target, what: Readers): Promise<Outcomes> {
  const readers = await ask(target, what);
  const sockets = readers.map(({ socket }) => socket);
  for (const socket of sockets) socket.on('data', pause);
  const timer = setInterval(() => {
    for (const socket of sockets) socket.resume();
  }, SIP_MS);
  await wait(HELD_MS);
  clearInterval(timer);
  for (const socket of sockets) socket.off('data', pause);
  return await readRest(readers);
}

function pause(this: Socket): void {
  this.pause();
}

const REST_MS = 10_000;

async function readRest(readers: readonly Reader[]): Promise<Outcomes> {
  const ends = readers.map(async (reader) => {
    reader.socket.resume();
    const isClosed = await isClosedWithin(reader.socket, REST_MS);
    reader.socket.destroy();
    return describe(reader, isClosed);
  });
  return countOutcomes(await Promise.all(ends));
}

function describe(reader: Reader, isClosed: boolean): string {
  const { start, bytes } = reader;
  const status = /^HTTP\/1.1 (\d+)/.exec(start)?.[1];
  if (status === undefined) return isClosed ? 'cut off without an answer' : 'no answer in 50 s';
  if (bytes < lengthOf(reader)) return isClosed ? 'cut off within its answer' : 'not sent whole';
  const code = /"code"\s*:\s*"([A-Z_]+)"/.exec(start)?.[1] ?? '';
  return `${status} ${code}`.trim();
}
