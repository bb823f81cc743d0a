import type { ChildProcess } from 'node:child_process';
import type {
  ReadingInput,
  ReadingOptions,
  ReadingOutcome,
} from '../../domain/extraction/extraction.ts';
import { findIsolation, type Isolation } from '../isolation/find-isolation.ts';
import { computeSpentTime } from '../spent-time.ts';
import { readProcessUsage } from './process-usage.ts';
import { isReaderMessage } from './reader-messages.ts';
import { type ReaderProgram, startReader } from './start-reader.ts';

/**
 * Reader of documents in a separate process, one after the other. The process starts with the first document, and again
 * after it ended.
 */
export type Reader = {
  /** Reads a document. Kills the process when it exceeds the limits of time or memory. */
  read: (reading: ReadingInput, options: ReadingOptions) => Promise<ReadingOutcome>;
  /** Assigns the reader to a service. Kills a process that has read documents of another service. */
  assignService: (serviceId: number) => void;
  /** Returns the service that the reader was assigned to last; undefined before. */
  getServiceId: () => number | undefined;
  stop: () => void;
};

export type ReaderOptions = ReaderProgram & {
  /** Time after which an idle process is stopped. */
  idleMs: number;
  /** Limit for one document, measured by `computeSpentTime`. */
  spentMsMax: number;
  /** Limit of the resident memory, where the system reports it. The heap limit does not cover buffers. */
  memoryBytesMax: number;
};

/** Number of documents after which a process is restarted, against memory growth. */
export const READINGS_MAX = 200;
/** Interval between checks of the usage of a process: a process can exceed its limits for that time. */
const CHECK_MS = 50;

export function createReader(options: ReaderOptions): Reader {
  let child: ChildProcess | undefined;
  let readings = 0;
  let assignedTo: number | undefined;
  let idle: NodeJS.Timeout | undefined;
  const reset = (): void => {
    child = undefined;
    readings = 0;
  };
  const stop = (): void => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    reset();
  };
  const startProcess = (isolation: Isolation): ChildProcess => {
    const started = startReader(options, isolation);
    // A process may exit while it is idle; no document is lost.
    started.once('exit', () => {
      if (child === started) reset();
    });
    return started;
  };
  return {
    read: async (reading, readingOptions) => {
      clearTimeout(idle);
      const startedAt = performance.now();
      const isolation = await findIsolation();
      child ??= startProcess(isolation);
      readings += 1;
      const response = await requestReading(child, reading, { ...readingOptions, ...options });
      if (response.kind === 'failed' || readings >= READINGS_MAX) stop();
      else idle = setTimeout(stop, options.idleMs).unref();
      return toOutcome(response, Math.round(performance.now() - startedAt));
    },
    // Otherwise a document that takes over the process could read or change documents of another service.
    assignService: (serviceId) => {
      if (assignedTo !== serviceId) stop();
      assignedTo = serviceId;
    },
    getServiceId: () => assignedTo,
    stop,
  };
}

type Failure = 'timed_out' | 'reader_lost';
type ReaderResponse = { kind: 'read'; message: unknown } | { kind: 'failed'; failure: Failure };

type ReadingLimits = ReadingOptions & Pick<ReaderOptions, 'spentMsMax' | 'memoryBytesMax'>;

async function requestReading(
  child: ChildProcess,
  reading: ReadingInput,
  limits: ReadingLimits,
): Promise<ReaderResponse> {
  const { promise, resolve } = Promise.withResolvers<ReaderResponse>();
  const fail = (failure: Failure) => (): void => resolve({ kind: 'failed', failure });
  const failLost = fail('reader_lost');
  const handleMessage = (message: unknown): void => {
    if (isReaderMessage(message) && message.kind === 'progress') limits.onProgress?.(message);
    else resolve({ kind: 'read', message });
  };
  const stopWatching = watchUsage(child.pid, limits, (failure) => fail(failure)());
  child.on('message', handleMessage);
  child.once('exit', failLost);
  child.once('error', failLost);
  child.send(reading, (error) => {
    if (error !== null) failLost();
  });
  try {
    return await promise;
  } finally {
    stopWatching();
    child.off('message', handleMessage);
    child.off('exit', failLost);
    child.off('error', failLost);
  }
}

/** Calls `onExcess` when a process exceeds its limits of time or memory, until stopped. */
function watchUsage(
  pid: number | undefined,
  { spentMsMax, memoryBytesMax }: ReadingLimits,
  onExcess: (failure: Failure) => void,
): () => void {
  const startedAt = performance.now();
  const initialUsage = readProcessUsage(pid);
  const checkUsage = async (): Promise<void> => {
    const [initial, current] = await Promise.all([initialUsage, readProcessUsage(pid)]);
    const cpuMs = current.cpuMs - initial.cpuMs;
    const spentMs = computeSpentTime({ cpuMs, elapsedMs: performance.now() - startedAt });
    if (current.residentBytes > memoryBytesMax) onExcess('reader_lost');
    else if (spentMs > spentMsMax) onExcess('timed_out');
  };
  const timer = setInterval(() => void checkUsage(), CHECK_MS);
  return () => clearInterval(timer);
}

function toOutcome(response: ReaderResponse, durationMs: number): ReadingOutcome {
  if (response.kind === 'failed') return { ...response, durationMs };
  const { message } = response;
  if (!isReaderMessage(message) || message.kind === 'progress')
    return { kind: 'failed', failure: 'reader_lost', durationMs };
  if (message.kind === 'unreadable')
    return { kind: 'failed', failure: 'unreadable_document', durationMs };
  return { ...message, durationMs };
}
