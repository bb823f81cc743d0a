import { extname } from 'node:path';
import { Piscina } from 'piscina';
import { AppError } from '../../errors.ts';
import type { Printed as PrintedScreening } from './screening-pages.ts';
import type { SocioeconomicPrinted } from './socioeconomic-pages.ts';

export type Printed = PrintedScreening | SocioeconomicPrinted;

export type ReportPrinter = {
  /** The report as a PDF. Throws AppError `too_many_requests` while too many wait. */
  print: (printed: Printed) => Promise<Buffer>;
  close: () => Promise<void>;
};

const THREADS_MAX = 2;
const WAITING_MAX = 32;
/** A thread has fonts in memory, so it goes when nobody has asked for a while. */
const IDLE_MS = 30_000;

/** Prints in threads, for laying out and embedding fonts holds whoever does it for a tenth of a second and more. */
export function createReportPrinter(): ReportPrinter {
  // Made with the first report: a gateway that prints none has no threads.
  let pool: Piscina<Printed, Uint8Array> | undefined;
  return {
    print: async (printed) => {
      pool ??= openPool();
      if (pool.queueSize >= WAITING_MAX)
        throw new AppError('too_many_requests', 'Too many reports are being made.');
      return Buffer.from(await pool.run(printed));
    },
    close: async () => await pool?.close(),
  };
}

function openPool(): Piscina<Printed, Uint8Array> {
  return new Piscina({
    filename: new URL(`print-worker${extname(import.meta.url)}`, import.meta.url).href,
    name: 'print',
    minThreads: 0,
    maxThreads: THREADS_MAX,
    maxQueue: WAITING_MAX,
    idleTimeout: IDLE_MS,
  });
}
