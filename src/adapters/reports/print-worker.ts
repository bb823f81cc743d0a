import { type Printed, printScreening } from './screening-pages.ts';

/** What a thread of the pool runs: fonts are read once for each. */
export async function print(printed: Printed): Promise<Uint8Array> {
  return await printScreening(printed);
}
