import { setTimeZone } from '../../runtime/calendar.ts';
import { lowerThreadPriority } from '../../runtime/niceness.ts';
import type { Printed } from './screening-head.ts';
import { printScreening } from './screening-pages.ts';
import {
  printSocioeconomic,
  type SocioeconomicPrinted,
} from './socioeconomic/socioeconomic-pages.ts';

lowerThreadPriority();

/** Report to print. A thread has no settings of the process: time zone and address of the page for verifying come with the report. */
export type PrintTask = {
  printed: Printed | SocioeconomicPrinted;
  timeZone: string;
  verifyAt: string | null;
};

/** Prints a report in a thread of the pool, which reads the fonts once. */
export async function print({ printed, timeZone, verifyAt }: PrintTask): Promise<Uint8Array> {
  setTimeZone(timeZone);
  return 'page' in printed
    ? await printSocioeconomic(printed, verifyAt)
    : await printScreening(printed, verifyAt);
}
