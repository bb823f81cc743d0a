import { availableParallelism } from 'node:os';
import type { DocumentReaders, Reading, ReadingOutcome } from '../domain/extraction/extraction.ts';
import { createReader, type Reader } from './reader.ts';

const ENGINE = 'text-1 pictures-1';
const TIMEOUT_MS = 60_000;
const OPTIONS = { idleMs: 60_000, heapMegabytes: 400, memoryBytesMax: 900 * 1024 * 1024 };
/** One core is left to the requests. */
const READERS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1));

export type RunningReaders = DocumentReaders & { stop: () => void };

/** Processes that read documents, at most as many as given; each is started when it is first needed. */
export function createReaders(readersMax: number = READERS_MAX): RunningReaders {
  const free: Reader[] = Array.from({ length: readersMax }, () => createReader(OPTIONS));
  const all = [...free];
  const waiting: ((reader: Reader) => void)[] = [];
  const take = async (): Promise<Reader> =>
    free.pop() ?? (await new Promise<Reader>((resolve) => waiting.push(resolve)));
  const giveBack = (reader: Reader): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(reader);
    else next(reader);
  };
  return {
    engine: ENGINE,
    isFree: () => free.length > 0,
    read: async (reading: Reading, timeoutMs = TIMEOUT_MS): Promise<ReadingOutcome> => {
      const reader = await take();
      try {
        return await reader.read(reading, timeoutMs);
      } finally {
        giveBack(reader);
      }
    },
    stop: () => all.forEach((reader) => reader.stop()),
  };
}
