import { workerData } from 'piscina';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { lowerThreadPriority } from '../../runtime/niceness.ts';
import { readSharedEntries, type SharedEntries } from '../list-search/shared-entries.ts';
import {
  compareWithEntries,
  type EntriesToCompare,
  type ParticipantMatches,
  prepareEntries,
} from './compare-with-entries.ts';

lowerThreadPriority();

export type SharedEntriesToCompare = Omit<EntriesToCompare, 'entries'> & { entries: SharedEntries };
export type CompareTask = { participants: readonly ScreenableParticipant[]; minScore: number };

const entriesToCompare = readWorkerData(workerData);
const { serviceId } = entriesToCompare;
const preparedEntries = prepareEntries({
  ...entriesToCompare,
  entries: readSharedEntries(entriesToCompare.entries),
});

/** Entry point of a thread of `openComparison`. A thread compares with the same entries as long as it runs. */
export async function compare({
  participants,
  minScore,
}: CompareTask): Promise<ParticipantMatches[]> {
  return await compareWithEntries(participants, await preparedEntries, {
    serviceId,
    minScore,
  });
}

/** Returns the worker data, which is untyped in the thread. Throws TypeError for other data. */
function readWorkerData(data: unknown): SharedEntriesToCompare {
  if (isWorkerData(data)) return data;
  throw new TypeError('The worker data has no entries.');
}

function isWorkerData(data: unknown): data is SharedEntriesToCompare {
  return typeof data === 'object' && data !== null && 'entries' in data;
}
