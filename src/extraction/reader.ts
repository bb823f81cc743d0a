import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reading, ReadingOutcome, ReadingProgress } from '../domain/extraction/extraction.ts';
import { isFromReader } from './reader-messages.ts';

/** A process that reads one document after the other; it is started with the first and again after it ended. */
export type Reader = {
  /** Ends the process where it takes longer, or more memory than it may. */
  read: (reading: Reading, manner: Manner) => Promise<ReadingOutcome>;
  stop: () => void;
};

export type Manner = {
  timeoutMs: number;
  onProgress?: ((progress: ReadingProgress) => void) | undefined;
};

export type ReaderOptions = {
  /** How long one that has nothing to do is kept. */
  idleMs: number;
  heapMegabytes: number;
  /** Of the whole process, where the system tells: buffers are outside of the heap. */
  memoryBytesMax: number;
};

/** After so many it is started anew, so that nothing piles up. */
const READINGS_MAX = 200;
const MEMORY_CHECK_MS = 250;

export function createReader(options: ReaderOptions): Reader {
  let child: ChildProcess | undefined;
  let readings = 0;
  let idle: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
    readings = 0;
  };
  return {
    read: async (reading, manner) => {
      clearTimeout(idle);
      const startedAt = performance.now();
      child ??= start(options);
      readings += 1;
      const answer = await ask(child, reading, { ...manner, ...options });
      if (answer.kind === 'failed' || readings >= READINGS_MAX) stop();
      else idle = setTimeout(stop, options.idleMs).unref();
      return toOutcome(answer, Math.round(performance.now() - startedAt));
    },
    stop,
  };
}

/** The build has the program as JavaScript. */
const PROGRAM = fileURLToPath(
  new URL(`./reader-process${extname(import.meta.url)}`, import.meta.url),
);

/** It gets nothing of this process: no environment, no output, no right to write files or to start programs. */
function start({ heapMegabytes }: ReaderOptions): ChildProcess {
  const child = fork(PROGRAM, [], {
    serialization: 'advanced',
    env: {},
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
  return child;
}

type Answer =
  | { kind: 'read'; message: unknown }
  | { kind: 'failed'; failure: 'timed_out' | 'reader_lost' };

type Bounds = Manner & Pick<ReaderOptions, 'memoryBytesMax'>;

async function ask(child: ChildProcess, reading: Reading, bounds: Bounds): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const lost = (): void => resolve({ kind: 'failed', failure: 'reader_lost' });
  const told = (message: unknown): void => {
    if (isFromReader(message) && message.kind === 'progress') bounds.onProgress?.(message);
    else resolve({ kind: 'read', message });
  };
  const timeout = setTimeout(
    () => resolve({ kind: 'failed', failure: 'timed_out' }),
    bounds.timeoutMs,
  );
  const watch = setInterval(() => {
    void watchMemory(child.pid, bounds, lost);
  }, MEMORY_CHECK_MS);
  child.on('message', told);
  child.once('exit', lost);
  child.once('error', lost);
  child.send(reading, (error) => {
    if (error !== null) lost();
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    clearInterval(watch);
    child.off('message', told);
    child.off('exit', lost);
    child.off('error', lost);
  }
}

async function watchMemory(
  pid: number | undefined,
  { memoryBytesMax }: Bounds,
  onExcess: () => void,
): Promise<void> {
  if ((await residentBytes(pid)) > memoryBytesMax) onExcess();
}

const PAGE_BYTES = 4096;

/** What Linux says of the memory of a process; 0 elsewhere. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
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
