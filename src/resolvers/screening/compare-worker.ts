import { workerData } from 'piscina';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { yieldToOtherThreads } from '../../processes/niceness.ts';
import { compareWithEntries, type FoundOf, lookFor, type Sought } from './compare-with-entries.ts';

yieldToOtherThreads();

const sought = toSought(workerData);
const lookedFor = lookFor(sought);

export type ComparedPart = { participants: readonly ScreenableParticipant[]; from: number };

/** What a thread of `compareInThreads` runs: it looks for the same entries as long as it lives. */
export async function compare({ participants, from }: ComparedPart): Promise<FoundOf[]> {
  const { serviceId } = sought;
  return await compareWithEntries(participants, await lookedFor, { serviceId, from });
}

function toSought(data: unknown): Sought {
  if (isSought(data)) return data;
  throw new TypeError('The thread was not told what it looks for.');
}

/** What the thread was begun with is a copy of it. */
function isSought(data: unknown): data is Sought {
  return typeof data === 'object' && data !== null && 'entries' in data;
}
