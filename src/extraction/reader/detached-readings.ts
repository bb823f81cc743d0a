import type {
  DetachedReadings,
  ExtractionKey,
  ReadingOutcome,
} from '../../domain/extraction/extraction.ts';

/** Time after which an uncollected reading is discarded. Workers poll for due jobs every second by default. */
const UNCOLLECTED_MS = 5_000;

/**
 * Creates the store of readings that continue after their request stopped waiting. A reading that no job of this
 * process collects, because the worker of another process took the job, is discarded five seconds after it ended.
 */
export function createDetachedReadings(uncollectedMs: number = UNCOLLECTED_MS): DetachedReadings {
  const readings = new Map<string, Promise<ReadingOutcome | undefined>>();
  return {
    detach: (key, reading) => {
      const mapKey = toMapKey(key);
      readings.set(mapKey, reading);
      const discard = (): void => {
        setTimeout(() => readings.delete(mapKey), uncollectedMs).unref();
      };
      reading.then(discard, discard);
    },
    collect: (key) => {
      const reading = readings.get(toMapKey(key));
      readings.delete(toMapKey(key));
      return reading;
    },
  };
}

function toMapKey({ serviceId, id }: ExtractionKey): string {
  return `${serviceId}:${id}`;
}
