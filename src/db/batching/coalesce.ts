import { AppError } from '../../errors.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';
import { createLane, type Lane, type Readers } from './batch-queue.ts';
import type { ReadKeys, ReadService } from './read-keys.ts';

/** Reads the rows of one request without batching. */
type ReadAlone<Key, Row> = (serviceId: number, keys: readonly Key[]) => Promise<Row[][]>;

/** Size of the rows of a read. */
export type Measures<Key, Row> = {
  /** Number of ordinary keys that a key counts as in a batch. */
  placesOf: (key: Key) => number;
  /** Approximate size of a row in bytes. */
  bytesOf: (row: Row) => number;
};

/** Returns a reader without batching, as transactions need it. */
export function readAlone<Key, Row>(read: ReadService<Key, Row>): ReadAlone<Key, Row> {
  return async (serviceId, keys) => await read({ serviceId, keys: [...keys] });
}

/**
 * Creates a batching reader: keys that requests of one service wait for at the same moment are read in one statement.
 * PostgreSQL answers fifty keys for little more than the cost of one. Rows are not cached. When a statement fails, each
 * waiting request reads its own keys again, so that no request fails because of the keys of another. A service with
 * large rows gets one statement at a time until its rows have been small for a while, so that other services do not
 * wait for them.
 */
export function createCoalescer<Key, Row>(
  read: ReadService<Key, Row>,
  measures: Measures<Key, Row> = { placesOf: () => 1, bytesOf: () => 0 },
): ReadKeys<Key, Row> {
  const readUnbatched = readAlone(read);
  const heavyReaders = { read, alone: readUnbatched, waitsForRoom: () => false };
  const heavyLanes = createHeavyLanes<Key, Row>(measures, heavyReaders);
  const readHeavy = async (own: Heavy<Key, Row>, request: HeavyRead<Key>): Promise<Row[][]> =>
    await readWithReservation(own, request, measures.bytesOf);
  /** Counts rows that were read without a reservation, so that later reads see the memory as used. */
  const onRows = (
    serviceId: number,
    groups: readonly Row[][],
    hold: MemoryReservation | undefined,
  ): void => {
    if (heavyLanes.note(serviceId, groups)) hold?.add(sumBytes(groups, measures.bytesOf));
  };
  const common = createLane<Key, Row>({
    placesOf: measures.placesOf,
    onRows,
    onError: heavyLanes.noteError,
    // Keys that were queued before the rows of the service were known to be large need a reservation too.
    findOther: (serviceId) => {
      const own = heavyLanes.find(serviceId);
      return own && (async (keys, hold) => await readHeavy(own, { serviceId, keys, hold }));
    },
    readers: {
      read,
      // The request with the large rows is not known: read one at a time until one returns few bytes.
      alone: async (serviceId, keys, { error, hold }) =>
        isTooLarge(error)
          ? await readHeavy(heavyLanes.laneOf(serviceId), { serviceId, keys, hold })
          : await readUnbatched(serviceId, keys),
      waitsForRoom: isTooLarge,
    },
    inFlightMax: IN_FLIGHT_MAX,
    inFlightOfServiceMax: IN_FLIGHT_OF_SERVICE_MAX,
    placesMax: () => PLACES_MAX,
  });
  return async (serviceId, keys, hold) => {
    if (keys.length === 0) return [];
    const own = heavyLanes.find(serviceId);
    if (own !== undefined) return await readHeavy(own, { serviceId, keys, hold });
    if (keys.length <= SHARED_KEYS_MAX) return await common.ask(serviceId, keys, hold);
    const groups = await readUnbatched(serviceId, keys);
    onRows(serviceId, groups, hold);
    return groups;
  };
}

/** True when the rows of a batch exceed the memory limit. */
function isTooLarge(error: unknown): boolean {
  return error instanceof AppError && error.code !== 'service_unavailable';
}

/** Reads with a reservation, and releases it when the rows turn out to be small. */
async function readWithReservation<Key, Row>(
  { lane, bytesOfKey }: Heavy<Key, Row>,
  { serviceId, keys, hold }: HeavyRead<Key>,
  bytesOf: (row: Row) => number,
): Promise<Row[][]> {
  const expected = Math.min(bytesOfKey * keys.length, EXPECTED_BYTES_MAX);
  const settle = hold && (await hold.reserve(expected));
  let bytes = 0;
  try {
    const groups = await lane.ask(serviceId, keys);
    bytes = sumBytes(groups, bytesOf);
    return groups;
  } finally {
    settle?.(bytes > HEAVY_BYTES ? bytes : 0);
  }
}

type HeavyRead<Key> = {
  serviceId: number;
  keys: readonly Key[];
  hold: MemoryReservation | undefined;
};

type HeavyLanes<Key, Row> = {
  find: (serviceId: number) => Heavy<Key, Row> | undefined;
  laneOf: (serviceId: number) => Heavy<Key, Row>;
  /** Records the size of the rows of a service. Returns true when they were large. */
  note: (serviceId: number, groups: readonly Row[][]) => boolean;
  noteError: (serviceId: number, error: unknown) => void;
};

function createHeavyLanes<Key, Row>(
  { placesOf, bytesOf }: Measures<Key, Row>,
  readers: Readers<Key, Row>,
): HeavyLanes<Key, Row> {
  const lanes = new Map<number, Heavy<Key, Row>>();
  const openHeavy = (): Heavy<Key, Row> => {
    const own: Heavy<Key, Row> = {
      bytesOfKey: Number.POSITIVE_INFINITY,
      smallLeft: 1,
      lane: createLane({
        readers,
        inFlightMax: 1,
        inFlightOfServiceMax: 1,
        placesOf,
        placesMax: () => Math.min(PLACES_MAX, BATCH_BYTES / own.bytesOfKey),
        onRows: note,
        onError: noteError,
      }),
    };
    return own;
  };
  const laneOf = (serviceId: number): Heavy<Key, Row> => {
    const own = lanes.get(serviceId) ?? openHeavy();
    lanes.set(serviceId, own);
    return own;
  };
  const noteLarge = (serviceId: number, bytesOfKey: number): void =>
    void Object.assign(laneOf(serviceId), { bytesOfKey, smallLeft: SMALL_RESULTS_TO_RESET });
  const note = (serviceId: number, groups: readonly Row[][]): boolean => {
    const bytesOfKey = sumBytes(groups, bytesOf) / Math.max(1, groups.length);
    const isLarge = bytesOfKey > HEAVY_BYTES;
    const lane = lanes.get(serviceId);
    if (isLarge) noteLarge(serviceId, bytesOfKey);
    else if (lane !== undefined) {
      lane.smallLeft -= 1;
      if (lane.smallLeft <= 0) lanes.delete(serviceId);
    }
    return isLarge;
  };
  const noteError = (serviceId: number, error: unknown): void => {
    if (isTooLarge(error)) noteLarge(serviceId, Number.POSITIVE_INFINITY);
  };
  return { find: (serviceId) => lanes.get(serviceId), laneOf, note, noteError };
}

/** State of a service with large rows: size of its last large row group, and number of small results still required. */
type Heavy<Key, Row> = { bytesOfKey: number; smallLeft: number; lane: Lane<Key, Row> };

/** Number of statements in flight. More would only make each batch smaller. */
const IN_FLIGHT_MAX = 4;
/** Statements in flight of one service. One is left to other services, even before rows are known to be large. */
const IN_FLIGHT_OF_SERVICE_MAX = 3;
/** Largest number of keys that is batched with those of other requests. */
const SHARED_KEYS_MAX = 100;
/**
 * Largest number of keys in a statement: enough to share its cost, and few enough that PostgreSQL and this process work
 * concurrently.
 */
const PLACES_MAX = 12;
/** Size from which the rows of one key count as large. */
const HEAVY_BYTES = 128 * 1024;
/** Size of one batch of large rows. */
const BATCH_BYTES = 1024 * 1024;
/** Largest size that is expected of rows that were never read: the roles of one statement reach it. */
const EXPECTED_BYTES_MAX = 8 * 1024 * 1024;
/** Number of consecutive small results after which a service is batched with others again. */
const SMALL_RESULTS_TO_RESET = 100;

function sumBytes<Row>(groups: readonly Row[][], bytesOf: (row: Row) => number): number {
  let bytes = 0;
  for (const rows of groups) for (const row of rows) bytes += bytesOf(row);
  return bytes;
}
