import { AppError } from '../../errors.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';
import { createLane, type Lane, type Readers } from './lane.ts';
import type { ReadKeys, ReadService } from './read-keys.ts';

/** The same of one request by itself. */
type ReadAlone<Key, Row> = (serviceId: number, keys: readonly Key[]) => Promise<Row[][]>;

/** How large is what is read. */
export type Measures<Key, Row> = {
  /** Of how many usual keys a key takes the place. */
  placesOf: (key: Key) => number;
  /** About how many bytes a row has. */
  bytesOf: (row: Row) => number;
};

/** Asks by itself, as inside a transaction. */
export function readAlone<Key, Row>(read: ReadService<Key, Row>): ReadAlone<Key, Row> {
  return async (serviceId, keys) => await read({ serviceId, keys: [...keys] });
}

/**
 * Asks together for all that wait at a moment, of all requests of a service: PostgreSQL answers fifty keys in one
 * statement for little more than one. Nothing is kept once it is answered. Where a statement fails, each
 * who waited for it asks again alone, so that nobody fails by what another asked for. A service whose rows turn out
 * to be large has one statement at a time from then on, until they have been small for long: nobody else waits for its
 * rows.
 */
export function createCoalescer<Key, Row>(
  read: ReadService<Key, Row>,
  measures: Measures<Key, Row> = { placesOf: () => 1, bytesOf: () => 0 },
): ReadKeys<Key, Row> {
  const alone = readAlone(read);
  const heavy = createHeavyLanes<Key, Row>(measures, { read, alone, waitsForRoom: () => false });
  const askHeavy = async (own: Heavy<Key, Row>, asked: Asked<Key>): Promise<Row[][]> =>
    await askInRoom(own, asked, measures.bytesOf);
  /** Of what was read without room for it, which the next ones are to find taken. */
  const onRows = (
    serviceId: number,
    groups: readonly Row[][],
    hold: MemoryReservation | undefined,
  ): void => {
    if (heavy.note(serviceId, groups)) hold?.add(sumBytes(groups, measures.bytesOf));
  };
  const common = createLane<Key, Row>({
    placesOf: measures.placesOf,
    onRows,
    onError: heavy.noteError,
    // What has come before the rows of its service were known to be large, waits for room as what comes after.
    findOther: (serviceId) => {
      const own = heavy.find(serviceId);
      return own && (async (keys, hold) => await askHeavy(own, { serviceId, keys, hold }));
    },
    readers: {
      read,
      // Who of them asked for too much is not known: one at a time, until one is answered something small.
      alone: async (serviceId, keys, { error, hold }) =>
        isTooLarge(error)
          ? await askHeavy(heavy.laneOf(serviceId), { serviceId, keys, hold })
          : await alone(serviceId, keys),
      waitsForRoom: isTooLarge,
    },
    inFlightMax: IN_FLIGHT_MAX,
    inFlightOfServiceMax: IN_FLIGHT_OF_SERVICE_MAX,
    placesMax: () => PLACES_MAX,
  });
  return async (serviceId, keys, hold) => {
    if (keys.length === 0) return [];
    const own = heavy.find(serviceId);
    if (own !== undefined) return await askHeavy(own, { serviceId, keys, hold });
    if (keys.length <= SHARED_KEYS_MAX) return await common.ask(serviceId, keys, hold);
    const groups = await alone(serviceId, keys);
    onRows(serviceId, groups, hold);
    return groups;
  };
}

/** Of all that were read together more came than may be held. */
function isTooLarge(error: unknown): boolean {
  return error instanceof AppError && error.code !== 'service_unavailable';
}

/** Rows that turn out to be small need no room any more. */
async function askInRoom<Key, Row>(
  { lane, bytesOfKey }: Heavy<Key, Row>,
  { serviceId, keys, hold }: Asked<Key>,
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

type Asked<Key> = { serviceId: number; keys: readonly Key[]; hold: MemoryReservation | undefined };

type HeavyLanes<Key, Row> = {
  find: (serviceId: number) => Heavy<Key, Row> | undefined;
  laneOf: (serviceId: number) => Heavy<Key, Row>;
  /** Takes note of what keys of the service were answered; answers whether that was large. */
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
    void Object.assign(laneOf(serviceId), { bytesOfKey, smallLeft: SMALL_AGAIN });
  const note = (serviceId: number, groups: readonly Row[][]): boolean => {
    const bytesOfKey = sumBytes(groups, bytesOf) / Math.max(1, groups.length);
    const isLarge = bytesOfKey > HEAVY_BYTES;
    const known = lanes.get(serviceId);
    if (isLarge) noteLarge(serviceId, bytesOfKey);
    else if (known !== undefined) {
      known.smallLeft -= 1;
      if (known.smallLeft <= 0) lanes.delete(serviceId);
    }
    return isLarge;
  };
  const noteError = (serviceId: number, error: unknown): void => {
    if (isTooLarge(error)) noteLarge(serviceId, Number.POSITIVE_INFINITY);
  };
  return { find: (serviceId) => lanes.get(serviceId), laneOf, note, noteError };
}

/** Of a service with large rows: what one of its keys was last answered that was large, and how much has to be small. */
type Heavy<Key, Row> = { bytesOfKey: number; smallLeft: number; lane: Lane<Key, Row> };

/** While some are answered, others are asked; more would only make each smaller. */
const IN_FLIGHT_MAX = 4;
/** One is left to the others, however much a service asks for whose rows nobody knows to be large yet. */
const IN_FLIGHT_OF_SERVICE_MAX = 3;
/** Who asks for more is no neighbour to wait for. */
const SHARED_KEYS_MAX = 100;
/** Of all in one statement: enough to share its cost, and few enough that PostgreSQL and this process work at the same time. */
const PLACES_MAX = 12;
/** From here on what one key is answered is large. */
const HEAVY_BYTES = 128 * 1024;
/** Of what is large so much is asked for at once. */
const BATCH_BYTES = 1024 * 1024;
/** No more is expected of large rows that nobody has seen: of roles one statement answers as much. */
const EXPECTED_BYTES_MAX = 8 * 1024 * 1024;
/** So many answers of a service in a row are small before it is read with others again. */
const SMALL_AGAIN = 100;

function sumBytes<Row>(groups: readonly Row[][], bytesOf: (row: Row) => number): number {
  let bytes = 0;
  for (const rows of groups) for (const row of rows) bytes += bytesOf(row);
  return bytes;
}
