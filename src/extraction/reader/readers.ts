import { availableParallelism } from 'node:os';
import type { AcquiredReader, DocumentReaders } from '../../domain/extraction/extraction.ts';
import { createDetachedReadings } from './detached-readings.ts';
import { createReader, type Reader } from './reader.ts';

const ENGINE = 'text-1 pictures-1';
/** Resident memory at which a reader is ended. */
export const READER_BYTES_MAX: number = 600 * 1024 * 1024;
const OPTIONS = {
  idleMs: 60_000,
  heapMegabytes: 400,
  spentMsMax: 60_000,
  memoryBytesMax: READER_BYTES_MAX,
};
/** One core is left to the requests. */
const READERS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1));

export type RunningReaders = DocumentReaders & {
  stop: () => void;
  /** How many are at work, and how many documents wait for one. */
  read: () => { count: number; busy: number; waiting: number };
};

/** Processes that read documents, at most as many as given; each is started when it is first needed. */
export function createReaders(readersMax: number = READERS_MAX): RunningReaders {
  const free: Reader[] = Array.from({ length: readersMax }, () => createReader(OPTIONS));
  const all = [...free];
  const waiting: ((reader: Reader) => void)[] = [];
  const giveBack = (reader: Reader): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(reader);
    else next(reader);
  };
  const shareMax = Math.ceil(readersMax / 2);
  const inRequests = new Map<number, number>();
  const countOf = (serviceId: number): number => inRequests.get(serviceId) ?? 0;
  const count = (serviceId: number, more: 1 | -1): void => {
    const next = countOf(serviceId) + more;
    if (next === 0) inRequests.delete(serviceId);
    else inRequests.set(serviceId, next);
  };
  return {
    engine: ENGINE,
    count: readersMax,
    acquire: async (serviceId) => {
      const reader =
        takeFree(free, serviceId) ??
        (await new Promise<Reader>((resolve) => waiting.push(resolve)));
      return hold(reader, serviceId, () => giveBack(reader));
    },
    tryAcquire: (serviceId) => {
      if (countOf(serviceId) >= shareMax) return undefined;
      const reader = takeFree(free, serviceId);
      if (reader === undefined) return undefined;
      count(serviceId, 1);
      return hold(reader, serviceId, () => {
        count(serviceId, -1);
        giveBack(reader);
      });
    },
    detached: createDetachedReadings(),
    stop: () => all.forEach((reader) => reader.stop()),
    read: () => ({
      count: readersMax,
      busy: readersMax - free.length,
      waiting: waiting.length,
    }),
  };
}

/** Removes a free reader from the pool, preferably one whose process the service can reuse. */
function takeFree(free: Reader[], serviceId: number): Reader | undefined {
  const own = free.findLastIndex((reader) => reader.serviceId() === serviceId);
  // -1 removes the last.
  return free.splice(own, 1)[0];
}

function hold(reader: Reader, serviceId: number, onEnd: () => void): AcquiredReader {
  let isHeld = true;
  reader.assignService(serviceId);
  return {
    read: async (reading, manner = {}) => await reader.read(reading, manner),
    release: () => {
      if (isHeld) onEnd();
      isHeld = false;
    },
  };
}
