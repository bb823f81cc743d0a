import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
import type { ReadDocument } from '../../domain/extraction/read-document.ts';
import { createTurns } from '../../pacing/turns.ts';
import type { ReadingAnswer, ReadingTask } from './reading-task.ts';

export type ReadingOutcome =
  | { document: ReadDocument }
  /** `timed_out` and `broken` say nothing of the document: the process that read it was ended, or ended. */
  | { failure: 'encrypted' | 'unreadable' | 'timed_out' | 'broken' };

export type ReadingPool = {
  /** Waits for a free process; the time is counted from there. */
  read: (task: ReadingTask, onPage?: (done: number) => void) => Promise<ReadingOutcome>;
  close: () => Promise<void>;
};

export type ReadingPoolOptions = {
  /** How many documents are read at once; by default as many as there are cores but one. */
  processes?: number;
  /** The module that reads, and exports `read`. */
  module?: URL;
  timeLimitMs?: number;
  /** So many documents, and a process is replaced. */
  recycleAfter?: number;
};

const TIME_LIMIT_MS = 60_000;
const RECYCLE_AFTER = 50;
const IDLE_MS = 60_000;
const READER = new URL('reading-process.ts', import.meta.url);

/**
 * Processes that read pictures, started when there is something to read. One that hangs or dies is replaced, and its
 * document alone fails.
 */
export function createReadingPool(options: ReadingPoolOptions = {}): ReadingPool {
  const processes = options.processes ?? Math.max(1, availableParallelism() - 1);
  const timeLimit = options.timeLimitMs ?? TIME_LIMIT_MS;
  const recycleAfter = (options.recycleAfter ?? RECYCLE_AFTER) * processes;
  const pool = new Tinypool({
    runtime: 'child_process',
    filename: fileURLToPath(options.module ?? READER),
    name: 'read',
    minThreads: 0,
    maxThreads: processes,
    idleTimeout: IDLE_MS,
    serialization: 'advanced',
    // None of this process's settings, which hold its secrets.
    env: {},
    execArgv: ['--max-old-space-size=300'],
  });
  // Of a process that ends while it has nothing to do: the next document starts another.
  pool.on('error', () => {});
  // The pool's own queue forgets who waits for a process that is ended.
  const inTurn = createTurns(processes);
  let count = 0;
  return {
    read: async (task, onPage) => {
      const outcome = await inTurn(async () => await readOnce(pool, { task, onPage, timeLimit }));
      count++;
      if (count % recycleAfter === 0) await pool.recycleWorkers();
      return outcome;
    },
    close: async () => {
      await pool.destroy();
    },
  };
}

type Reading = {
  task: ReadingTask;
  onPage: ((done: number) => void) | undefined;
  timeLimit: number;
};

async function readOnce(
  pool: Tinypool,
  { task, onPage, timeLimit }: Reading,
): Promise<ReadingOutcome> {
  const signal = AbortSignal.timeout(timeLimit);
  const channel = {
    onMessage: () => {},
    postMessage: (message: unknown) => {
      const done = doneOf(message);
      if (done !== undefined) onPage?.(done);
    },
  };
  try {
    const answer: unknown = await pool.run(task, { signal, channel });
    return isAnswer(answer) ? answer : { failure: 'broken' };
  } catch {
    return { failure: signal.aborted ? 'timed_out' : 'broken' };
  }
}

function isAnswer(answer: unknown): answer is ReadingAnswer {
  return (
    typeof answer === 'object' && answer !== null && ('document' in answer || 'failure' in answer)
  );
}

function doneOf(message: unknown): number | undefined {
  if (typeof message !== 'object' || message === null || !('done' in message)) return undefined;
  return typeof message.done === 'number' ? message.done : undefined;
}
