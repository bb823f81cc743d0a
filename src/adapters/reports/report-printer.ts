import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { AppError } from '../../errors.ts';
import { getTimeZone } from '../../runtime/calendar.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { createFairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { PrintTask } from './print-worker.ts';
import type { Printed as PrintedScreening } from './screening-head.ts';
import type { SocioeconomicPrinted } from './socioeconomic/socioeconomic-pages.ts';

export type Printed = PrintedScreening | SocioeconomicPrinted;

export type ReportPrinter = {
  /**
   * Prints a report of a service as a PDF. Its pictures are read when it has a permit, because those of all waiting
   * reports would be hundreds of megabytes. Permits go to the services in rotation. Throws AppError `too_many_requests`
   * while too many reports wait, and after the longest wait.
   */
  print: (serviceId: number, printed: Printed | (() => Promise<Printed>)) => Promise<Buffer>;
  close: () => Promise<void>;
  /** Threads that run, and reports that wait for one. */
  read: () => { threads: number; waiting: number };
};

/** One core is left to the thread that answers. */
const THREADS_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Reports read at once, so that a thread finds the next one in memory. */
const READ_MAX = 3;
const WAITING_MAX = 64;
/** Waiting reports of one service, which leaves places to the other services. */
const WAITING_OF_SERVICE_MAX = 16;
const WAIT_MS = 60_000;
/** Time after which an idle thread, which has the fonts in memory, ends. */
const IDLE_MS = 30_000;
/** Limit of the young generation of a thread: by default it would grow to three times that of the main thread. */
const YOUNG_MB = 24;

/** `publicUrl` is the address of the gateway for readers of a report; null where the operator has set none. */
type ReportPrinterOptions = { publicUrl: string | null };

/** Prints in threads, because laying out and embedding fonts takes 100 ms and more of a processor. */
export function createReportPrinter({ publicUrl }: ReportPrinterOptions): ReportPrinter {
  const verifyAt = publicUrl === null ? null : new URL('/verify', publicUrl).href;
  // Made with the first report: a gateway that prints none has no threads.
  let pool: Piscina<PrintTask, Uint8Array> | undefined;
  const turns = createFairSemaphore({
    permitsMax: READ_MAX,
    permitsPerKeyMax: READ_MAX,
    waitingPerKeyMax: WAITING_OF_SERVICE_MAX,
    waitMs: WAIT_MS,
  });
  /** Number of reports that are printed or wait. */
  let pending = 0;
  const countWaiting = (): number => Math.max(0, pending - READ_MAX) + (pool?.queueSize ?? 0);
  return {
    print: async (serviceId, printed) => {
      pool ??= openPool();
      const threads = pool;
      if (countWaiting() >= WAITING_MAX) throw tooMany();
      pending += 1;
      const release = await turns.acquire(serviceId);
      try {
        if (release === undefined) throw tooMany();
        const task = typeof printed === 'function' ? await printed() : printed;
        const timeZone = getTimeZone();
        return Buffer.from(await threads.run({ printed: task, timeZone, verifyAt }));
      } finally {
        release?.();
        pending -= 1;
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
