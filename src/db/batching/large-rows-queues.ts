import { AppError } from '../../errors.ts';
import { type BatchQueue, type BatchReaders, createBatchQueue } from './batch-queue.ts';

/**
 * Maximum weight of the keys in a statement: enough to share its cost, and few enough that PostgreSQL and this process
 * work concurrently.
 */
export const BATCH_WEIGHT_MAX = 12;
/** Size in bytes above which the rows of one key count as large. */
export const LARGE_BYTES = 128 * 1024;
/** Maximum expected size of one batch of large rows. */
const BATCH_BYTES = 1024 * 1024;
/** Number of consecutive small results after which a service is batched with others again. */
const SMALL_RESULTS_TO_RESET = 100;

/** Estimates of the size of a read. */
export type Measures<Key, Row> = {
  /** Returns the number of ordinary keys that a key counts as in a batch. */
  getWeight: (key: Key) => number;
  /** Returns the approximate size of a row in bytes. */
  bytesOf: (row: Row) => number;
};

/** Queues of the services with large rows. */
type LargeRowsQueues<Key, Row> = {
  find: (serviceId: number) => LargeRowsQueue<Key, Row> | undefined;
  getOrCreate: (serviceId: number) => LargeRowsQueue<Key, Row>;
  /** Records the size of the rows of a service. Returns true when they were large. */
  recordRows: (serviceId: number, groups: readonly Row[][]) => boolean;
  /** Creates a queue for the service when the error means that its rows exceed the size limit of a result. */
  recordError: (serviceId: number, error: unknown) => void;
};

/** Creates a queue for each service when its rows turn out to be large, and deletes it once they have become small. */
export function createLargeRowsQueues<Key, Row>(
  { getWeight, bytesOf }: Measures<Key, Row>,
  readers: BatchReaders<Key, Row>,
): LargeRowsQueues<Key, Row> {
  const queues = new Map<number, LargeRowsQueue<Key, Row>>();
  const createQueue = (): LargeRowsQueue<Key, Row> => {
    const created: LargeRowsQueue<Key, Row> = {
      bytesOfKey: Number.POSITIVE_INFINITY,
      // Until a large result is recorded, the first small one ends the queue.
      smallResultsLeft: 1,
      queue: createBatchQueue({
        readers,
        inFlightMax: 1,
        inFlightOfServiceMax: 1,
        getWeight,
        getWeightMax: () => Math.min(BATCH_WEIGHT_MAX, BATCH_BYTES / created.bytesOfKey),
        onRows: recordRows,
        onError: recordError,
      }),
    };
    return created;
  };
  const getOrCreate = (serviceId: number): LargeRowsQueue<Key, Row> => {
    const queue = queues.get(serviceId) ?? createQueue();
    queues.set(serviceId, queue);
    return queue;
  };
  const recordLargeRows = (serviceId: number, bytesOfKey: number): void =>
    void Object.assign(getOrCreate(serviceId), {
      bytesOfKey,
      smallResultsLeft: SMALL_RESULTS_TO_RESET,
    });
  const recordRows = (serviceId: number, groups: readonly Row[][]): boolean => {
    const bytesOfKey = sumBytes(groups, bytesOf) / Math.max(1, groups.length);
    const isLarge = bytesOfKey > LARGE_BYTES;
    const queue = queues.get(serviceId);
    if (isLarge) recordLargeRows(serviceId, bytesOfKey);
    else if (queue !== undefined) {
      queue.smallResultsLeft -= 1;
      if (queue.smallResultsLeft <= 0) queues.delete(serviceId);
    }
    return isLarge;
  };
  const recordError = (serviceId: number, error: unknown): void => {
    if (isTooLarge(error)) recordLargeRows(serviceId, Number.POSITIVE_INFINITY);
  };
  return { find: (serviceId) => queues.get(serviceId), getOrCreate, recordRows, recordError };
}

/**
 * Queue of a service with large rows. `bytesOfKey`: average size of the rows of a key in its last large result,
 * infinite when it is unknown; `smallResultsLeft`: number of small results after which the service is batched with
 * others again.
 */
export type LargeRowsQueue<Key, Row> = {
  bytesOfKey: number;
  smallResultsLeft: number;
  queue: BatchQueue<Key, Row>;
};

/**
 * True when the rows of a batch exceed the size limit of a result (`limit_exceeded`): a read throws no other AppError
 * except `service_unavailable`.
 */
export function isTooLarge(error: unknown): boolean {
  return error instanceof AppError && error.code !== 'service_unavailable';
}

/** Returns the approximate size of the rows in bytes. */
export function sumBytes<Row>(groups: readonly Row[][], bytesOf: (row: Row) => number): number {
  let bytes = 0;
  for (const rows of groups) for (const row of rows) bytes += bytesOf(row);
  return bytes;
}
