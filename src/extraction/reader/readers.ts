import { availableParallelism } from 'node:os';
import type { AcquiredReader, DocumentReaders } from '../../domain/extraction/extraction.ts';
import { createDetachedReadings } from './detached-readings.ts';
import { createReader, type Reader } from './reader.ts';

const ENGINE = 'text-1 pictures-1';
/** Resident memory at which a reader process is killed. */
export const READER_BYTES_MAX: number = 600 * 1024 * 1024;
const OPTIONS = {
  idleMs: 60_000,
  heapMegabytes: 400,
  spentMsMax: 60_000,
  memoryBytesMax: READER_BYTES_MAX,
};
/** Number of readers, which leaves one core to requests. */
const READERS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1));

export type RunningReaders = DocumentReaders & {
  stop: () => void;
  /** Returns the numbers of readers, of busy readers, and of documents that wait for a reader. */
  getStats: () => { count: number; busy: number; waiting: number };
};

/** Creates a pool of reader processes, each of which starts when it is first needed. */
export function createReaders(readersMax: number = READERS_MAX): RunningReaders {
  const idle: Reader[] = Array.from({ length: readersMax }, () => createReader(OPTIONS));
  const all = [...idle];
  const waiting: ((reader: Reader) => void)[] = [];
  const release = (reader: Reader): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(reader);
    else next(reader);
  };
  const readersPerServiceMax = Math.ceil(readersMax / 2);
  const countsByService = new Map<number, number>();
  const getCount = (serviceId: number): number => countsByService.get(serviceId) ?? 0;
  const changeCount = (serviceId: number, delta: 1 | -1): void => {
    const next = getCount(serviceId) + delta;
    if (next === 0) countsByService.delete(serviceId);
    else countsByService.set(serviceId, next);
  };
  return {
    engine: ENGINE,
    count: readersMax,
    acquire: async (serviceId) => {
      const reader =
        takeIdle(idle, serviceId) ??
        (await new Promise<Reader>((resolve) => waiting.push(resolve)));
      return acquireOnce(reader, serviceId, () => release(reader));
    },
    tryAcquire: (serviceId) => {
      if (getCount(serviceId) >= readersPerServiceMax) return undefined;
      const reader = takeIdle(idle, serviceId);
      if (reader === undefined) return undefined;
      changeCount(serviceId, 1);
      return acquireOnce(reader, serviceId, () => {
        changeCount(serviceId, -1);
        release(reader);
      });
    },
    detached: createDetachedReadings(),
    stop: () => all.forEach((reader) => reader.stop()),
    getStats: () => ({
      count: readersMax,
      busy: readersMax - idle.length,
      waiting: waiting.length,
    }),
  };
}

/** Removes an idle reader from the pool, if possible one whose process has read documents of this service. */
function takeIdle(idle: Reader[], serviceId: number): Reader | undefined {
  const own = idle.findLastIndex((reader) => reader.getServiceId() === serviceId);
  // Without such a reader, the index is -1, and splice removes the last one.
  return idle.splice(own, 1)[0];
}

/** Assigns a reader to a service until it is released; a second release has no effect. */
function acquireOnce(reader: Reader, serviceId: number, onEnd: () => void): AcquiredReader {
  let isAcquired = true;
  reader.assignService(serviceId);
  return {
    read: async (reading, options = {}) => await reader.read(reading, options),
    release: () => {
      if (isAcquired) onEnd();
      isAcquired = false;
    },
  };
}
