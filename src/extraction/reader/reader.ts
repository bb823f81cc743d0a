import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Reading, ReadingManner, ReadingOutcome } from '../../domain/extraction/extraction.ts';
import { moduleBeside } from '../../processes/module-beside.ts';
import { spentTime } from '../spent-time.ts';
import { giveWay } from './give-way.ts';
import { useOf } from './process-use.ts';
import { isFromReader } from './reader-messages.ts';

/** A process that reads one document after the other; it is started with the first and again after it ended. */
export type Reader = {
  /** Ends the process where it takes longer, or more memory than it may. */
  read: (reading: Reading, manner: ReadingManner) => Promise<ReadingOutcome>;
  stop: () => void;
};

export type ReaderOptions = {
  /** How long one that has nothing to do is kept. */
  idleMs: number;
  heapMegabytes: number;
  /** Of one document, as `spentTime` counts. */
  spentMsMax: number;
  /** Of the whole process, where the system tells: buffers are outside of the heap. */
  memoryBytesMax: number;
};

/** After so many it is started anew, so that nothing piles up. */
export const READINGS_MAX = 200;
const CHECK_MS = 250;

export function createReader(options: ReaderOptions): Reader {
  let child: ChildProcess | undefined;
  let readings = 0;
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
  const startAnew = (): ChildProcess => {
    const own = start(options);
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
      child ??= startAnew();
      readings += 1;
      const answer = await ask(child, reading, { ...manner, ...options });
      if (answer.kind === 'failed' || readings >= READINGS_MAX) stop();
      else idle = setTimeout(stop, options.idleMs).unref();
      return toOutcome(answer, Math.round(performance.now() - startedAt));
    },
    stop,
  };
}

const PROGRAM = fileURLToPath(moduleBeside(import.meta.url, 'reader-process'));

/**
 * What is unpacked of pictures is given back at once, and not kept in pieces for what comes next: mallopt(3). Other systems
 * than those with glibc know nothing of it.
 */
const MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** It gets nothing of this process: no environment, no output, no right to write files or to start programs. */
function start({ heapMegabytes }: ReaderOptions): ChildProcess {
  const child = fork(PROGRAM, [], {
    serialization: 'advanced',
    env: MEMORY,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--allow-worker',
    ],
  });
  // It ends with this process and does not keep it alive.
  child.unref();
  child.channel?.unref();
  // What is wrong with a message is told to who sent it; without a listener it would end this process.
  child.on('error', () => undefined);
  void giveWay(child.pid);
  return child;
}

type Failure = 'timed_out' | 'reader_lost';
type Answer = { kind: 'read'; message: unknown } | { kind: 'failed'; failure: Failure };

type Bounds = ReadingManner & Pick<ReaderOptions, 'spentMsMax' | 'memoryBytesMax'>;

async function ask(child: ChildProcess, reading: Reading, bounds: Bounds): Promise<Answer> {
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
