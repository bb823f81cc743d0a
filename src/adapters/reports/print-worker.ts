import { setTimeZone } from '../../runtime/calendar.ts';
import { lowerThreadPriority } from '../../runtime/niceness.ts';
import type { ScreeningPrintInput } from './screening-head.ts';
import { printScreening } from './screening-pages.ts';
import type { PrintableReport } from './socioeconomic/printable.ts';
import { printSocioeconomic } from './socioeconomic/socioeconomic-pages.ts';

lowerThreadPriority();

/**
 * Report to print, with the settings that a worker thread does not share: the time zone and the URL of the verify page.
 */
export type PrintTask = {
  input: ScreeningPrintInput | PrintableReport;
  timeZone: string;
  verifyUrl: string | null;
};

/** Prints a report as a PDF. Runs in a worker thread of the pool, which parses the fonts once. */
export async function print({ input, timeZone, verifyUrl }: PrintTask): Promise<Uint8Array> {
  setTimeZone(timeZone);
  return 'page' in input
    ? await printSocioeconomic(input, verifyUrl)
    : await printScreening(input, verifyUrl);
}
