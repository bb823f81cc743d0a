import { AppError } from '../../errors.ts';
import { createLane, type Lane } from './coalesce-lane.ts';

/** What a statement is asked for: each key belongs to the service that has the same place in its list. */
export type Pairs<Key> = { serviceIds: number[]; keys: Key[] };

/** One statement that answers many pairs of a service and a key, whoever asks for them: the rows of each, in their order. */
export type ReadPairs<Key, Row> = (pairs: Pairs<Key>) => Promise<Row[][]>;

/** The rows of each key, in the order of the keys; never those of another service. */
export type ReadKeys<Key, Row> = (serviceId: number, keys: readonly Key[]) => Promise<Row[][]>;

/** How large is what is read. */
export type Measures<Key, Row> = {
  /** Of how many usual keys a key takes the place. */
  placesOf: (key: Key) => number;
  /** About how many bytes a row has. */
  bytesOf: (row: Row) => number;
};

/** Asks by itself, as inside a transaction. */
export function readAlone<Key, Row>(read: ReadPairs<Key, Row>): ReadKeys<Key, Row> {
  return async (serviceId, keys) => {
    const pairs = { serviceIds: keys.map(() => serviceId), keys: [...keys] };
    return await read(pairs);
  };
}

/**
 * Asks together for all that wait at a moment, of all requests and services: PostgreSQL answers fifty keys in one
 * statement for little more than one. Nothing is kept once it is answered. Where a statement fails, each
 * who waited for it asks again alone, so that nobody fails by what another asked for. A service whose rows turn out
 * to be large is asked for by itself from then on, one statement at a time, until they have been small for long: nobody
 * else waits for its rows.
 */
export function createCoalescer<Key, Row>(
  read: ReadPairs<Key, Row>,
  measures: Measures<Key, Row> = { placesOf: () => 1, bytesOf: () => 0 },
): ReadKeys<Key, Row> {
  const { placesOf, bytesOf } = measures;
  const alone = readAlone(read);
  const shared = {
    readers: { read, alone },
    placesOf,
    onRows: (serviceId: number, groups: readonly Row[][]) =>
      heavy.note(serviceId, bytesOfKey(groups, bytesOf)),
    onError: (serviceId: number, error: unknown) => {
      if (error instanceof AppError) heavy.note(serviceId, Number.POSITIVE_INFINITY);
    },
  };
  const heavy = createHeavyLanes<Key, Row>((placesMax) =>
    createLane({ ...shared, inFlightMax: 1, placesMax }),
  );
  const common = createLane({
    ...shared,
    readers: {
      read,
      // Who of them asked for too much is not known: each service by itself, until it is answered something small.
      alone: async (serviceId, keys, error) =>
        error instanceof AppError
          ? await heavy.laneOf(serviceId).lane.ask(serviceId, keys)
          : await alone(serviceId, keys),
    },
    inFlightMax: IN_FLIGHT_MAX,
    placesMax: () => PLACES_MAX,
  });
  return async (serviceId, keys) => {
    const own = heavy.find(serviceId);
    if (own !== undefined) return await own.lane.ask(serviceId, keys);
    if (keys.length > SHARED_KEYS_MAX) return await alone(serviceId, keys);
    return await common.ask(serviceId, keys);
  };
}

type HeavyLanes<Key, Row> = {
  find: (serviceId: number) => Heavy<Key, Row> | undefined;
  laneOf: (serviceId: number) => Heavy<Key, Row>;
  /** About as many bytes has what a key of the service was answered. */
  note: (serviceId: number, bytes: number) => void;
};

function createHeavyLanes<Key, Row>(
  open: (placesMax: () => number) => Lane<Key, Row>,
): HeavyLanes<Key, Row> {
  const lanes = new Map<number, Heavy<Key, Row>>();
  const openHeavy = (): Heavy<Key, Row> => {
    const own: Heavy<Key, Row> = {
      bytesOfKey: Number.POSITIVE_INFINITY,
      smallLeft: 1,
      lane: open(() => Math.min(PLACES_MAX, BATCH_BYTES / own.bytesOfKey)),
    };
    return own;
  };
  const laneOf = (serviceId: number): Heavy<Key, Row> => {
    const own = lanes.get(serviceId) ?? openHeavy();
    lanes.set(serviceId, own);
    return own;
  };
  const note = (serviceId: number, bytes: number): void => {
    if (bytes > HEAVY_BYTES) {
      Object.assign(laneOf(serviceId), { bytesOfKey: bytes, smallLeft: SMALL_AGAIN });
      return;
    }
    const known = lanes.get(serviceId);
    if (known === undefined) return;
    known.smallLeft -= 1;
    if (known.smallLeft <= 0) lanes.delete(serviceId);
  };
  return { find: (serviceId) => lanes.get(serviceId), laneOf, note };
}

/** Of a service with large rows: what one of its keys was last answered that was large, and how much has to be small. */
type Heavy<Key, Row> = { bytesOfKey: number; smallLeft: number; lane: Lane<Key, Row> };

/** While some are answered, others are asked; more would only make each smaller. */
const IN_FLIGHT_MAX = 4;
/** Who asks for more is no neighbour to wait for. */
const SHARED_KEYS_MAX = 100;
/** Of all in one statement: enough to share its cost, and few enough that PostgreSQL and this process work at the same time. */
const PLACES_MAX = 12;
/** From here on what one key is answered is large. */
const HEAVY_BYTES = 128 * 1024;
/** Of what is large so much is asked for at once. */
const BATCH_BYTES = 1024 * 1024;
/** So many answers of a service in a row are small before it is read with others again. */
const SMALL_AGAIN = 100;

function bytesOfKey<Row>(groups: readonly Row[][], bytesOf: (row: Row) => number): number {
  let bytes = 0;
  for (const rows of groups) for (const row of rows) bytes += bytesOf(row);
  return bytes / Math.max(1, groups.length);
}
