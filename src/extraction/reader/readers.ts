import { availableParallelism } from 'node:os';
import type { AcquiredReader, DocumentReaders } from '../../domain/extraction/extraction.ts';
import { createDetachedReadings } from './detached-readings.ts';
import { createReader, type Reader, type ReaderOptions } from './reader.ts';
import { type ReaderTest, testReader } from './test-reader.ts';

const ENGINE = 'text-1 pictures-1';
/** Resident memory at which a reader process is killed. */
export const READER_BYTES_MAX: number = 600 * 1024 * 1024;
const OPTIONS = {
  idleMs: 60_000,
  heapMegabytes: 400,
  spentMsMax: 60_000,
  memoryBytesMax: READER_BYTES_MAX,
};
/** Limit of a test, by `computeSpentTime`: a busy machine may start a process of low priority for minutes. */
const TEST_SPENT_MS_MAX = 180_000;
/** Number of readers, at most four: one core remains for requests, unless there is only one. */
const READERS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1));

export type RunningReaders = DocumentReaders & {
  stop: () => void;
  /** Starts another reader process that reads built-in documents, then ends it. Undefined when stopped meanwhile. */
  test: () => Promise<ReaderTest | undefined>;
  /**
   * Returns the numbers of readers, of busy readers, and of documents that wait for a reader. `isWorking` is true when
   * a document was read after the last test, otherwise the result of that test; undefined before both.
   */
  getStats: () => { count: number; busy: number; waiting: number; isWorking?: boolean | undefined };
};

/**
 * Creates a pool of reader processes, each of which starts when it is first needed. `program` replaces the program of
 * the readers.
 */
export function createReaders(readersMax: number = READERS_MAX, program?: string): RunningReaders {
  const options = { ...OPTIONS, program };
  const idle: Reader[] = Array.from({ length: readersMax }, () => createReader(options));
  const tests = createTests(options);
  const readers = [...idle];
  const waiting: ((reader: Reader) => void)[] = [];
  const release = (reader: Reader): void => {
    const resolveNext = waiting.shift();
    if (resolveNext === undefined) idle.push(reader);
    else resolveNext(reader);
  };
  const acquireFor = (reader: Reader, serviceId: number, onEnd: () => void): AcquiredReader =>
    acquireOnce(reader, serviceId, { onEnd, onRead: tests.recordRead });
  const readersPerServiceMax = Math.ceil(readersMax / 2);
  const counts = createServiceCounts();
  return {
    engine: ENGINE,
    count: readersMax,
    acquire: async (serviceId) => {
      const reader =
        takeIdle(idle, serviceId) ??
        (await new Promise<Reader>((resolve) => waiting.push(resolve)));
      return acquireFor(reader, serviceId, () => release(reader));
    },
    tryAcquire: (serviceId) => {
      if (counts.get(serviceId) >= readersPerServiceMax) return undefined;
      const reader = takeIdle(idle, serviceId);
      if (reader === undefined) return undefined;
      counts.change(serviceId, 1);
      return acquireFor(reader, serviceId, () => {
        counts.change(serviceId, -1);
        release(reader);
      });
    },
    detached: createDetachedReadings(),
    stop: () => {
      tests.stop();
      readers.forEach((reader) => reader.stop());
    },
    test: tests.run,
    getStats: () => ({
      count: readersMax,
      busy: readersMax - idle.length,
      waiting: waiting.length,
      isWorking: tests.isWorking(),
    }),
  };
}

/** Creates the counts of readers that requests of each service use. */
function createServiceCounts() {
  const countsByService = new Map<number, number>();
  const get = (serviceId: number): number => countsByService.get(serviceId) ?? 0;
  return {
    get,
    change: (serviceId: number, delta: 1 | -1): void => {
      const count = get(serviceId) + delta;
      if (count === 0) countsByService.delete(serviceId);
      else countsByService.set(serviceId, count);
    },
  };
}

/** Creates the test of a reader with these options, and stores its result. */
function createTests(options: ReaderOptions) {
  const stopping = new AbortController();
  let isWorking: boolean | undefined;
  return {
    isWorking: () => isWorking,
    /** Records that a reader has read a document. */
    recordRead: () => {
      isWorking = true;
    },
    stop: () => stopping.abort(),
    run: async () => {
      const limits = { ...options, spentMsMax: TEST_SPENT_MS_MAX };
      const result = await testReader(limits, stopping.signal).catch(
        // The system may refuse to start a process: out of memory, for example.
        (error: unknown): ReaderTest => ({ isWorking: false, reason: String(error) }),
      );
      isWorking = result?.isWorking ?? isWorking;
      return result;
    },
  };
}

/** Removes an idle reader from the pool, if possible one whose process has read documents of this service. */
function takeIdle(idle: Reader[], serviceId: number): Reader | undefined {
  const ownIndex = idle.findLastIndex((reader) => reader.getServiceId() === serviceId);
  // Without such a reader, the index is -1, and splice removes the last one.
  return idle.splice(ownIndex, 1)[0];
}

/** Assigns a reader to a service until it is released; a second release has no effect. */
function acquireOnce(
  reader: Reader,
  serviceId: number,
  { onEnd, onRead }: { onEnd: () => void; onRead: () => void },
): AcquiredReader {
  let isAcquired = true;
  reader.assignService(serviceId);
  return {
    read: async (reading, options = {}) => {
      const outcome = await reader.read(reading, options);
      if (outcome.kind === 'read') onRead();
      return outcome;
    },
    release: () => {
      if (isAcquired) onEnd();
      isAcquired = false;
    },
  };
}
