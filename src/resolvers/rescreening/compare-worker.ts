import { workerData } from 'piscina';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { lowerThreadPriority } from '../../runtime/niceness.ts';
import { readSharedEntries, type SharedEntries } from '../list-search/entry-texts.ts';
import {
  compareWithEntries,
  type EntriesToCompare,
  type ParticipantMatches,
  prepareEntries,
} from './compare-with-entries.ts';

lowerThreadPriority();

export type SharedEntriesToCompare = Omit<EntriesToCompare, 'entries'> & { entries: SharedEntries };
export type CompareTask = { participants: readonly ScreenableParticipant[]; from: number };

const entriesToCompare = readWorkerData(workerData);
const { serviceId } = entriesToCompare;
const preparedEntries = prepareEntries({
  ...entriesToCompare,
  entries: readSharedEntries(entriesToCompare.entries),
});

/** Entry point of a thread of `openComparing`. A thread compares with the same entries for its whole life. */
export async function compare({ participants, from }: CompareTask): Promise<ParticipantMatches[]> {
  return await compareWithEntries(participants, await preparedEntries, { serviceId, from });
}

/** Parses the data that the process passed to the thread, which loses its type. */
function readWorkerData(given: unknown): SharedEntriesToCompare {
  if (isWorkerData(given)) return given;
  throw new TypeError('The thread was given something else than what it looks for.');
}

function isWorkerData(given: unknown): given is SharedEntriesToCompare {
  return typeof given === 'object' && given !== null && 'entries' in given;
}
