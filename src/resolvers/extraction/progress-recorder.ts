import type { SystemContext } from '../../context.ts';
import { storeProgress } from '../../db/queries/extractions/extractions.ts';
import type { ReadingProgress } from '../../domain/extraction/extraction.ts';

/** Recorder of the progress of an extraction. */
export type ProgressRecorder = {
  record: (progress: ReadingProgress) => void;
  /** Resolves when no write is in progress. */
  waitUntilIdle: () => Promise<void>;
};

/**
 * Creates a recorder of progress that runs one statement at a time and writes only the latest progress. A failed write
 * does not end the extraction.
 */
export function createProgressRecorder(
  { db, serviceId, log }: Pick<SystemContext, 'db' | 'serviceId' | 'log'>,
  id: number,
): ProgressRecorder {
  let next: ReadingProgress | undefined;
  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    while (next !== undefined) {
      const progress = next;
      next = undefined;
      await storeProgress(db, { serviceId, id }, progress);
    }
  };
  return {
    record: (progress) => {
      next = progress;
      writing ??= write()
        .catch((error: unknown) => log.warn({ err: error }, 'progress was not stored'))
        .finally(() => {
          writing = undefined;
        });
    },
    waitUntilIdle: async () => await writing,
  };
}
