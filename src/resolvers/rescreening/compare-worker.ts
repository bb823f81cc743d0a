import { workerData } from 'piscina';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { yieldToOtherThreads } from '../../runtime/niceness.ts';
import { readShared, type SharedEntries } from '../list-search/entry-texts.ts';
import { compareWithEntries, type FoundOf, lookFor, type Sought } from './compare-with-entries.ts';

yieldToOtherThreads();

export type SoughtInThread = Omit<Sought, 'entries'> & { entries: SharedEntries };
export type ComparedPart = { participants: readonly ScreenableParticipant[]; from: number };

const sought = readSought(workerData);
const { serviceId } = sought;
const lookedFor = lookFor({ ...sought, entries: readShared(sought.entries) });

/** Entry point of a thread of `openComparing`. A thread compares with the same entries for its whole life. */
export async function compare({ participants, from }: ComparedPart): Promise<FoundOf[]> {
  return await compareWithEntries(participants, await lookedFor, { serviceId, from });
}

/** Parses the data that the process passed to the thread, which loses its type. */
function readSought(given: unknown): SoughtInThread {
  if (isSought(given)) return given;
  throw new TypeError('The thread was given something else than what it looks for.');
}

function isSought(given: unknown): given is SoughtInThread {
  return typeof given === 'object' && given !== null && 'entries' in given;
}
