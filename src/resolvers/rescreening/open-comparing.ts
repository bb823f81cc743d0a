import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { splitIntoParts } from '../../domain/shared/split-into-parts.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import { timeSlices } from '../../scheduling/time-slices.ts';
import { readEntry, shareEntries } from '../list-search/entry-texts.ts';
import { compareWithEntries, type FoundOf, lookFor, type Sought } from './compare-with-entries.ts';
import type { ComparedPart, SoughtInThread } from './compare-worker.ts';

/** Compares participants, one page after the other, with the same entries. */
export type Comparing = {
  /** Those who may be one of the entries, in order, as `compareWithEntries` has them. */
  compare: (participants: readonly ScreenableParticipant[], from: number) => Promise<FoundOf[]>;
  close: () => Promise<void>;
};

/** Each has the entries, and the words that it saw, in memory. */
const THREADS_MAX = Math.min(2, availableParallelism());
/**
 * Number of participants that a thread compares in one task: small, so that no thread waits long for another at the end
 * of a page.
 */
const PART = 25;
/** For what dies soon: by default three times as much as of the thread that answers would be kept. */
const YOUNG_MB = 24;

/** True while a comparison uses the threads of this process: one comparison uses every core. */
let isTaken = false;

/**
 * Opens a comparison. `isLong` is true when there are enough participants to start threads, which have a lower priority
 * than the thread that handles requests. While another comparison uses the threads, this one runs in time slices.
 */
export async function openComparing(sought: SoughtTexts, isLong: boolean): Promise<Comparing> {
  if (!isLong) return await compareHere(sought);
  const { serviceId } = sought;
  const entries = await shareEntries(serviceId, sought.entries);
  if (isTaken) return await compareHere(sought);
  const comparing = compareInThreads({ ...sought, entries });
  // To begin a thread takes milliseconds, and so does to give it the first page.
  await timeSlices.wait(serviceId);
  return comparing;
}

/** Entries as JSON. */
type SoughtTexts = Omit<Sought, 'entries'> & { entries: readonly string[] };

async function compareHere(sought: SoughtTexts): Promise<Comparing> {
  const { serviceId } = sought;
  const entries = await mapInSlices(serviceId, sought.entries, readEntry);
  const lookedFor = await lookFor({ ...sought, entries });
  return {
    compare: async (participants, from) =>
      await compareWithEntries(participants, lookedFor, { serviceId, from }),
    close: async () => await Promise.resolve(),
  };
}

function compareInThreads(sought: SoughtInThread): Comparing {
  isTaken = true;
  const threads = new Piscina<ComparedPart, FoundOf[]>({
    filename: moduleBeside(import.meta.url, 'compare-worker').href,
    name: 'compare',
    // The other ones begin with the first page, in a turn of their own.
    minThreads: 1,
    maxThreads: THREADS_MAX,
    // An idle thread stays: its word caches would be lost with it.
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: sought,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return {
    compare: async (participants, from) => {
      const found = splitIntoParts(participants, PART).map(
        async (part) => await threads.run({ participants: part, from }),
      );
      return (await Promise.all(found)).flat();
    },
    close: async () => {
      await threads.destroy().finally(() => {
        isTaken = false;
      });
    },
  };
}
