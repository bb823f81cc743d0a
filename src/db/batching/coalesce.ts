import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';
import { type BatchQueueOptions, createBatchQueue } from './batch-queue.ts';
import {
  BATCH_WEIGHT_MAX,
  createLargeRowsQueues,
  isTooLarge,
  LARGE_BYTES,
  type LargeRowsQueue,
  type Measures,
  sumBytes,
} from './large-rows-queues.ts';
import type { ReadKeys, ReadService } from './read-keys.ts';

const SHARED_QUEUE_LIMITS = {
  /** Maximum number of statements in flight. More would only make each batch smaller. */
  inFlightMax: 4,
  /** Maximum number of statements in flight for one service; one is left to other services. */
  inFlightOfServiceMax: 3,
  getWeightMax: () => BATCH_WEIGHT_MAX,
};

/** Number of keys up to which a request is batched: the statement of more keys would delay the requests beside it. */
const SHARED_KEYS_MAX = 100;
/**
 * Maximum expected size of a read in bytes: a statement returns at most this size of roles, the only unbounded texts.
 */
const EXPECTED_BYTES_MAX = 8 * 1024 * 1024;

/** Reads the rows of one request without batching. */
type ReadUnbatched<Key, Row> = (serviceId: number, keys: readonly Key[]) => Promise<Row[][]>;

/** Creates a reader without batching: a transaction must read on its own connection. */
export function createUnbatchedReader<Key, Row>(
  read: ReadService<Key, Row>,
): ReadUnbatched<Key, Row> {
  return async (serviceId, keys) => await read({ serviceId, keys: [...keys] });
}

/**
 * Creates a batching reader: keys that requests of one service wait for at the same moment are read in one statement.
 * PostgreSQL reads fifty keys in little more than the time of one. Rows are not cached. When a statement fails, each
 * waiting request reads its own keys again, so that no request fails because of the keys of another. A request of more
 * than SHARED_KEYS_MAX keys is not batched. A service with large rows gets its own queue, which runs one statement at a
 * time so that other services do not wait for it; after enough consecutive small results it is batched again.
 */
export function createCoalescer<Key, Row>(
  read: ReadService<Key, Row>,
  measures: Measures<Key, Row> = { getWeight: () => 1, bytesOf: () => 0 },
): ReadKeys<Key, Row> {
  const readUnbatched = createUnbatchedReader(read);
  const largeRowsQueues = createLargeRowsQueues<Key, Row>(measures, {
    read,
    readAgain: readUnbatched,
    waitsForReservation: () => false,
  });
  const readLarge = async (queue: LargeRowsQueue<Key, Row>, request: ReadRequest<Key>) =>
    await readWithReservation(queue, request, measures.bytesOf);
  /** Adds large rows that were read without a reservation, so that later reads see the memory as used. */
  const onRows: BatchQueueOptions<Key, Row>['onRows'] = (serviceId, groups, reservation) => {
    if (!largeRowsQueues.recordRows(serviceId, groups)) return;
    reservation?.add(sumBytes(groups, measures.bytesOf));
  };
  const sharedQueue = createBatchQueue<Key, Row>({
    getWeight: measures.getWeight,
    onRows,
    onError: largeRowsQueues.recordError,
    // Keys that were queued before the rows of the service were known to be large need a reservation too.
    findOtherReader: (serviceId) => {
      const queue = largeRowsQueues.find(serviceId);
      if (queue === undefined) return undefined;
      return async (keys, reservation) => await readLarge(queue, { serviceId, keys, reservation });
    },
    readers: {
      read,
      // It is not known which request has the large rows, so they are read one at a time.
      readAgain: async (serviceId, keys, { error, reservation }) => {
        if (!isTooLarge(error)) return await readUnbatched(serviceId, keys);
        const queue = largeRowsQueues.getOrCreate(serviceId);
        return await readLarge(queue, { serviceId, keys, reservation });
      },
      waitsForReservation: isTooLarge,
    },
    ...SHARED_QUEUE_LIMITS,
  });
  return async (serviceId, keys, reservation) => {
    if (keys.length === 0) return [];
    const queue = largeRowsQueues.find(serviceId);
    if (queue !== undefined) return await readLarge(queue, { serviceId, keys, reservation });
    if (keys.length <= SHARED_KEYS_MAX) return await sharedQueue.read(serviceId, keys, reservation);
    const groups = await readUnbatched(serviceId, keys);
    onRows(serviceId, groups, reservation);
    return groups;
  };
}

/**
 * Reads with a reservation for the expected size; afterwards reserves the actual size, or nothing for small rows.
 */
async function readWithReservation<Key, Row>(
  { queue, bytesOfKey }: LargeRowsQueue<Key, Row>,
  { serviceId, keys, reservation }: ReadRequest<Key>,
  bytesOf: (row: Row) => number,
): Promise<Row[][]> {
  const expectedBytes = Math.min(bytesOfKey * keys.length, EXPECTED_BYTES_MAX);
  const settle = reservation && (await reservation.reserve(expectedBytes));
  let bytes = 0;
  try {
    const groups = await queue.read(serviceId, keys);
    bytes = sumBytes(groups, bytesOf);
    return groups;
  } finally {
    settle?.(bytes > LARGE_BYTES ? bytes : 0);
  }
}

type ReadRequest<Key> = {
  serviceId: number;
  keys: readonly Key[];
  reservation: MemoryReservation | undefined;
};
