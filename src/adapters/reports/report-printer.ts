import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { AppError } from '../../errors.ts';
import { getTimeZone } from '../../runtime/calendar.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { createFairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { PrintTask } from './print-worker.ts';
import type { Printed as PrintedScreening } from './screening-pages.ts';
import type { SocioeconomicPrinted } from './socioeconomic/socioeconomic-pages.ts';

export type Printed = PrintedScreening | SocioeconomicPrinted;

export type ReportPrinter = {
  /**
   * A service's report as a PDF, whose pictures are read once it is its turn: those of all who wait would be hundreds of
   * megabytes. The services take turns. Throws AppError `too_many_requests` while too many wait, or where it has waited long.
   */
  print: (serviceId: number, printed: Printed | (() => Promise<Printed>)) => Promise<Buffer>;
  close: () => Promise<void>;
  /** Threads that run, and reports that wait for one. */
  read: () => { threads: number; waiting: number };
};

/** One core is left to the thread that answers. */
const THREADS_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** At once, so that a thread finds the next one read. */
const READ_MAX = 3;
const WAITING_MAX = 64;
/** Of one service, so that it leaves places to others. */
const WAITING_OF_SERVICE_MAX = 16;
const WAIT_MS = 60_000;
/** A thread has fonts in memory, so it goes when nobody has asked for a while. */
const IDLE_MS = 30_000;
/** What a report leaves behind dies with it: by default three times as much as of the thread that answers would be kept. */
const YOUNG_MB = 24;

/** Prints in threads, for laying out and embedding fonts holds whoever does it for a tenth of a second and more. */
export function createReportPrinter(): ReportPrinter {
  // Made with the first report: a gateway that prints none has no threads.
  let pool: Piscina<PrintTask, Uint8Array> | undefined;
  const turns = createFairSemaphore({
    permitsMax: READ_MAX,
    permitsOfKeyMax: READ_MAX,
    waitingOfKeyMax: WAITING_OF_SERVICE_MAX,
    waitMs: WAIT_MS,
  });
  /** That are printed, or are to be. */
  let asked = 0;
  const countWaiting = (): number => Math.max(0, asked - READ_MAX) + (pool?.queueSize ?? 0);
  return {
    print: async (serviceId, printed) => {
      pool ??= openPool();
      const threads = pool;
      if (countWaiting() >= WAITING_MAX) throw tooMany();
      asked += 1;
      const release = await turns.acquire(serviceId);
      try {
        if (release === undefined) throw tooMany();
        const task = typeof printed === 'function' ? await printed() : printed;
        return Buffer.from(await threads.run({ printed: task, timeZone: getTimeZone() }));
      } finally {
        release?.();
        asked -= 1;
      }
    },
    close: async () => await pool?.close(),
    read: () => ({ threads: pool?.threads.length ?? 0, waiting: countWaiting() }),
  };
}

function tooMany(): AppError {
  return new AppError('too_many_requests', 'Too many reports are being generated. Retry later.');
}

function openPool(): Piscina<PrintTask, Uint8Array> {
  return new Piscina({
    filename: moduleBeside(import.meta.url, 'print-worker').href,
    name: 'print',
    minThreads: 0,
    maxThreads: THREADS_MAX,
    maxQueue: WAITING_MAX,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
}
