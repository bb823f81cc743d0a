import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { splitIntoParts } from '../../domain/shared/split-into-parts.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import { timeSlices } from '../../scheduling/time-slices.ts';
import { parseEntry, shareEntries } from '../list-search/shared-entries.ts';
import {
  compareWithEntries,
  type EntriesToCompare,
  type ParticipantMatches,
  prepareEntries,
} from './compare-with-entries.ts';
import type { CompareTask, SharedEntriesToCompare } from './compare-worker.ts';

/** Comparison of pages of participants with the same entries. */
export type Comparison = {
  /** Returns the participants with matches, each with its matches, strongest first. */
  compare: (
    participants: readonly ScreenableParticipant[],
    minScore: number,
  ) => Promise<ParticipantMatches[]>;
  close: () => Promise<void>;
};

/** Maximum number of threads. Each thread has its own index of the entries and its own word caches. */
const THREADS_MAX = Math.min(2, availableParallelism());
/**
 * Number of participants that a thread compares in one task: small, so that no thread waits long for another at the end
 * of a page.
 */
const PARTICIPANTS_PER_TASK = 25;
/** Size of the young generation. The default is three times as large, and V8 rarely returns it. */
const YOUNG_GENERATION_MB = 24;

/** True while a comparison uses the threads of this process: one comparison uses every core. */
let areThreadsInUse = false;

/**
 * Opens a comparison. With `needsThreads`, for participants enough to justify the start of threads, it runs in threads
 * with a lower priority than the main thread, which handles requests. Otherwise, and while another comparison uses the
 * threads, it runs in time slices of the main thread.
 */
export async function openComparison(
  toCompare: EntryTextsToCompare,
  needsThreads: boolean,
): Promise<Comparison> {
  if (!needsThreads) return await compareInProcess(toCompare);
  const { serviceId } = toCompare;
  const entries = await shareEntries(serviceId, toCompare.entries);
  if (areThreadsInUse) return await compareInProcess(toCompare);
  const comparison = compareInThreads({ ...toCompare, entries });
  // Starting a thread and sending the first page take milliseconds each: yield in between.
  await timeSlices.wait(serviceId);
  return comparison;
}

/** Entries as JSON. */
type EntryTextsToCompare = Omit<EntriesToCompare, 'entries'> & { entries: readonly string[] };

async function compareInProcess(input: EntryTextsToCompare): Promise<Comparison> {
  const { serviceId } = input;
  const entries = await mapInSlices(serviceId, input.entries, parseEntry);
  const prepared = await prepareEntries({ ...input, entries });
  return {
    compare: async (participants, minScore) =>
      await compareWithEntries(participants, prepared, { serviceId, minScore }),
    close: async () => await Promise.resolve(),
  };
}

function compareInThreads(input: SharedEntriesToCompare): Comparison {
  areThreadsInUse = true;
  const threads = new Piscina<CompareTask, ParticipantMatches[]>({
    filename: moduleBeside(import.meta.url, 'compare-worker').href,
    name: 'compare',
    // The other threads start with the first page.
    minThreads: 1,
    maxThreads: THREADS_MAX,
    // An idle thread keeps its word caches for the next page.
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: input,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  return {
    compare: async (participants, minScore) => {
      const results = splitIntoParts(participants, PARTICIPANTS_PER_TASK).map(
        async (part) => await threads.run({ participants: part, minScore }),
      );
      return (await Promise.all(results)).flat();
    },
    close: async () => {
      await threads.destroy().finally(() => {
        areThreadsInUse = false;
      });
    },
  };
}
