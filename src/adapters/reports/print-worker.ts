import { setTimeZone } from '../../runtime/calendar.ts';
import { yieldToOtherThreads } from '../../runtime/niceness.ts';
import { type Printed, printScreening } from './screening-pages.ts';
import {
  printSocioeconomic,
  type SocioeconomicPrinted,
} from './socioeconomic/socioeconomic-pages.ts';

yieldToOtherThreads();

/** Report to print. A thread has settings of its own: the time zone comes with the report. */
export type PrintTask = { printed: Printed | SocioeconomicPrinted; timeZone: string };

/** What a thread of the pool runs: fonts are read once for each. */
export async function print({ printed, timeZone }: PrintTask): Promise<Uint8Array> {
  setTimeZone(timeZone);
  return 'page' in printed ? await printSocioeconomic(printed) : await printScreening(printed);
}
