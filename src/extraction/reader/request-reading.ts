import type { ChildProcess } from 'node:child_process';
import type { ReadingInput, ReadingOptions } from '../../domain/extraction/extraction.ts';
import type { PictureInput } from '../../domain/socioeconomic/report-picture.ts';
import { computeSpentTime } from '../spent-time.ts';
import { readProcessUsage } from './process-usage.ts';
import { isReaderMessage } from './reader-messages.ts';

export type ReaderLimits = {
  /** Limit for one document, measured by `computeSpentTime`. */
  spentMsMax: number;
  /** Limit of the resident memory, where the system reports it. The heap limit does not cover buffers. */
  memoryBytesMax: number;
};

/** Interval between checks of the usage of a process: a process can exceed its limits for that time. */
const CHECK_MS = 50;

type Failure = 'timed_out' | 'reader_lost';
export type ReaderResponse =
  | { kind: 'read'; message: unknown }
  | { kind: 'failed'; failure: Failure };

/**
 * Sends a document or picture to a reader process and waits for the result. The result is a failure when the process
 * ends or exceeds a limit. A process that exceeds a limit continues to run, so the caller must end it.
 */
export async function requestReading(
  child: ChildProcess,
  reading: ReadingInput | PictureInput,
  limits: ReadingOptions & ReaderLimits,
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
  { spentMsMax, memoryBytesMax }: ReaderLimits,
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
