import type {
  DetachedReadings,
  ExtractionKey,
  ReadingOutcome,
} from '../../domain/extraction/extraction.ts';

/** A worker looks for due jobs every second, unless it is configured otherwise. */
const UNCOLLECTED_MS = 5_000;

/**
 * Keeps readings that continue after their request stopped waiting. One that no job of this process collects, since the
 * worker of another process took the job, is forgotten five seconds after it ended.
 */
export function createDetachedReadings(uncollectedMs: number = UNCOLLECTED_MS): DetachedReadings {
  const readings = new Map<string, Promise<ReadingOutcome | undefined>>();
  return {
    detach: (key, reading) => {
      const name = nameOf(key);
      readings.set(name, reading);
      const forget = (): void => {
        setTimeout(() => readings.delete(name), uncollectedMs).unref();
      };
      reading.then(forget, forget);
    },
    collect: (key) => {
      const reading = readings.get(nameOf(key));
      readings.delete(nameOf(key));
      return reading;
    },
  };
}

function nameOf({ serviceId, id }: ExtractionKey): string {
  return `${serviceId}:${id}`;
}
