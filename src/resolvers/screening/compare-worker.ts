import { workerData } from 'piscina';
import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { yieldToOtherThreads } from '../../processes/niceness.ts';
import { compareWithEntries, type FoundOf, lookFor, type Sought } from './compare-with-entries.ts';

yieldToOtherThreads();

/** Entries as JSON: texts are given to a thread sooner than what they say. */
export type SoughtInThread = Omit<Sought, 'entries'> & { entries: readonly string[] };
export type ComparedPart = { participants: readonly ScreenableParticipant[]; from: number };

const { serviceId, ...sought } = narrow(workerData, isSought);
const lookedFor = lookFor({
  ...sought,
  serviceId,
  entries: sought.entries.map((text) => narrow(JSON.parse(text), isEntry)),
});

/** What a thread of `openComparing` runs: it looks for the same entries as long as it lives. */
export async function compare({ participants, from }: ComparedPart): Promise<FoundOf[]> {
  return await compareWithEntries(participants, await lookedFor, { serviceId, from });
}

/** What the process itself gave the thread, whose type is lost on the way. */
function narrow<Given>(given: unknown, isGiven: (value: unknown) => value is Given): Given {
  if (isGiven(given)) return given;
  throw new TypeError('The thread was given something else than what it looks for.');
}

function isSought(given: unknown): given is SoughtInThread {
  return typeof given === 'object' && given !== null && 'entries' in given;
}

function isEntry(given: unknown): given is OwnedEntry {
  return typeof given === 'object' && given !== null && 'entryKey' in given;
}
