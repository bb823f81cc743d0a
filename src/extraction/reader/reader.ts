import type { ChildProcess } from 'node:child_process';
import type {
  ReadingInput,
  ReadingOptions,
  ReadingOutcome,
} from '../../domain/extraction/extraction.ts';
import { findIsolation, type Isolation } from '../isolation/find-isolation.ts';
import { spentTime } from '../spent-time.ts';
import { useOf } from './process-use.ts';
import { isFromReader } from './reader-messages.ts';
import { type ReaderProgram, startReader } from './start-reader.ts';

/** A process that reads one document after the other; it is started with the first and again after it ended. */
export type Reader = {
  /** Ends the process where it takes longer, or more memory than it may. */
  read: (reading: ReadingInput, manner: ReadingOptions) => Promise<ReadingOutcome>;
  /** Assigns the reader to a service, and ends a process that has read documents of another one. */
  assignService: (serviceId: number) => void;
  /** Service that the reader was assigned to last. */
  serviceId: () => number | undefined;
  stop: () => void;
};

export type ReaderOptions = ReaderProgram & {
  /** How long one that has nothing to do is kept. */
  idleMs: number;
  /** Of one document, as `spentTime` counts. */
  spentMsMax: number;
  /** Of the whole process, where the system tells: buffers are outside of the heap. */
  memoryBytesMax: number;
};

/** After so many it is started anew, so that nothing piles up. */
export const READINGS_MAX = 200;
/** Time between checks of a process: it bounds how much memory a reader takes beyond its limit. */
const CHECK_MS = 50;

export function createReader(options: ReaderOptions): Reader {
  let child: ChildProcess | undefined;
  let readings = 0;
  let assignedTo: number | undefined;
  let idle: NodeJS.Timeout | undefined;
  const forget = (): void => {
    child = undefined;
    readings = 0;
  };
  const stop = (): void => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    forget();
  };
  const startAnew = (isolation: Isolation): ChildProcess => {
    const own = startReader(options, isolation);
    // One that ends while it has nothing to read takes no document along.
    own.once('exit', () => {
      if (child === own) forget();
    });
    return own;
  };
  return {
    read: async (reading, manner) => {
      clearTimeout(idle);
      const startedAt = performance.now();
      const isolation = await findIsolation();
      child ??= startAnew(isolation);
      readings += 1;
      const answer = await ask(child, reading, { ...manner, ...options });
      if (answer.kind === 'failed' || readings >= READINGS_MAX) stop();
      else idle = setTimeout(stop, options.idleMs).unref();
      return toOutcome(answer, Math.round(performance.now() - startedAt));
    },
    // A process that a document has taken over sees and changes no document of another service.
    assignService: (serviceId) => {
      if (assignedTo !== serviceId) stop();
      assignedTo = serviceId;
    },
    serviceId: () => assignedTo,
    stop,
  };
}

type Failure = 'timed_out' | 'reader_lost';
type Answer = { kind: 'read'; message: unknown } | { kind: 'failed'; failure: Failure };

type Bounds = ReadingOptions & Pick<ReaderOptions, 'spentMsMax' | 'memoryBytesMax'>;

async function ask(child: ChildProcess, reading: ReadingInput, bounds: Bounds): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const fail = (failure: Failure) => (): void => resolve({ kind: 'failed', failure });
  const lost = fail('reader_lost');
  const told = (message: unknown): void => {
    if (isFromReader(message) && message.kind === 'progress') bounds.onProgress?.(message);
    else resolve({ kind: 'read', message });
  };
  const stopWatching = watch(child.pid, bounds, (failure) => fail(failure)());
  child.on('message', told);
  child.once('exit', lost);
  child.once('error', lost);
  child.send(reading, (error) => {
    if (error !== null) lost();
  });
  try {
    return await promise;
  } finally {
    stopWatching();
    child.off('message', told);
    child.off('exit', lost);
    child.off('error', lost);
  }
}

/** Tells of a process that takes more time or memory than it may, until it is stopped. */
function watch(
  pid: number | undefined,
  { spentMsMax, memoryBytesMax }: Bounds,
  onExcess: (failure: Failure) => void,
): () => void {
  const begun = performance.now();
  const before = useOf(pid);
  const look = async (): Promise<void> => {
    const [then, now] = await Promise.all([before, useOf(pid)]);
    const coreMs = now.coreMs - then.coreMs;
    const spentMs = spentTime({ coreMs, clockMs: performance.now() - begun });
    if (now.residentBytes > memoryBytesMax) onExcess('reader_lost');
    else if (spentMs > spentMsMax) onExcess('timed_out');
  };
  const timer = setInterval(() => void look(), CHECK_MS);
  return () => clearInterval(timer);
}

function toOutcome(answer: Answer, durationMs: number): ReadingOutcome {
  if (answer.kind === 'failed') return { ...answer, durationMs };
  const { message } = answer;
  if (!isFromReader(message) || message.kind === 'progress')
    return { kind: 'failed', failure: 'reader_lost', durationMs };
  if (message.kind === 'unreadable')
    return { kind: 'failed', failure: 'unreadable_document', durationMs };
  return { ...message, durationMs };
}
