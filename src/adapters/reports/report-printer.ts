import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { PreparePictures } from '../../domain/socioeconomic/report-picture.ts';
import { AppError } from '../../errors.ts';
import { getTimeZone } from '../../runtime/calendar.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { createFairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { PrintTask } from './print-worker.ts';
import type { ScreeningPrintInput } from './screening-head.ts';
import { type SocioeconomicPrintInput, toPrintable } from './socioeconomic/printable.ts';

export type PrintInput = ScreeningPrintInput | SocioeconomicPrintInput;

export type ReportPrinter = {
  /**
   * Prints a report of a service as a PDF. When `content` is a function, it is called after a permit was acquired,
   * because the pictures of all waiting reports would be hundreds of megabytes. Services receive permits in rotation.
   * Throws AppError `too_many_requests` when too many reports wait, and after waiting for a minute.
   */
  print: (serviceId: number, content: PrintInput | (() => Promise<PrintInput>)) => Promise<Buffer>;
  close: () => Promise<void>;
  /** Returns the number of running threads and of waiting reports. */
  getStats: () => { threads: number; waiting: number };
};

/** Number of threads: leaves one core to the main thread, and holds at most two copies of the fonts. */
const THREADS_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Reports that are loaded at the same time: one for each of at most two threads, and one more so that none waits. */
const LOADED_MAX = 3;
/** Maximum number of waiting reports of all services. */
const WAITING_MAX = 64;
/** Maximum number of waiting reports of one service, so that it cannot fill the queue. */
const WAITING_OF_SERVICE_MAX = 16;
const WAIT_MS = 60_000;
/** Time after which an idle thread ends, and releases the memory of its fonts. */
const IDLE_MS = 30_000;
/**
 * Size limit of the young generation of a thread, which would by default grow to three times that of the main thread.
 */
const YOUNG_MB = 24;

type ReportPrinterOptions = {
  /** URL at which readers of a report reach the gateway; null when the operator has set none. */
  publicUrl: string | null;
  preparePictures: PreparePictures;
};

/** Creates a printer with its own threads, because layout and embedding of fonts take at least 100 ms of CPU time. */
export function createReportPrinter({
  publicUrl,
  preparePictures,
}: ReportPrinterOptions): ReportPrinter {
  const verifyUrl = publicUrl === null ? null : new URL('/verify', publicUrl).href;
  // Created with the first report: a gateway that prints none has no threads.
  let pool: Piscina<PrintTask, Uint8Array> | undefined;
  const permits = createFairSemaphore({
    permitsMax: LOADED_MAX,
    permitsPerKeyMax: LOADED_MAX,
    waitingPerKeyMax: WAITING_OF_SERVICE_MAX,
    waitMs: WAIT_MS,
  });
  /** Number of reports that are printed, or wait for a permit or a thread. */
  let pending = 0;
  /** Reports without a permit, and those with a permit that wait for a thread. */
  const countWaiting = (): number => Math.max(0, pending - LOADED_MAX) + (pool?.queueSize ?? 0);
  return {
    print: async (serviceId, content) => {
      pool ??= openPool();
      const threads = pool;
      if (countWaiting() >= WAITING_MAX) throw createTooManyError();
      pending += 1;
      const release = await permits.acquire(serviceId);
      try {
        if (release === undefined) throw createTooManyError();
        const printInput = typeof content === 'function' ? await content() : content;
        // Only a socio-economic report has a page size, and pictures to prepare.
        const input =
          'page' in printInput ? await toPrintable(printInput, preparePictures) : printInput;
        const timeZone = getTimeZone();
        return Buffer.from(await threads.run({ input, timeZone, verifyUrl }));
      } finally {
        release?.();
        pending -= 1;
      }
    },
    close: async () => await pool?.close(),
    getStats: () => ({ threads: pool?.threads.length ?? 0, waiting: countWaiting() }),
  };
}

function createTooManyError(): AppError {
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
