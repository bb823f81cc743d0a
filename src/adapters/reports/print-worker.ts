import { yieldToOtherThreads } from '../../runtime/niceness.ts';
import { type Printed, printScreening } from './screening-pages.ts';
import {
  printSocioeconomic,
  type SocioeconomicPrinted,
} from './socioeconomic/socioeconomic-pages.ts';

yieldToOtherThreads();

/** What a thread of the pool runs: fonts are read once for each. */
export async function print(printed: Printed | SocioeconomicPrinted): Promise<Uint8Array> {
  return 'page' in printed ? await printSocioeconomic(printed) : await printScreening(printed);
}
