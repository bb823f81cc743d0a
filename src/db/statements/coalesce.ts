/** What a statement is asked for: each key belongs to the service that has the same place in its list. */
export type Pairs<Key> = { serviceIds: number[]; keys: Key[] };

/** One statement that answers many pairs of a service and a key, whoever asks for them: the rows of each, in their order. */
export type ReadPairs<Key, Row> = (pairs: Pairs<Key>) => Promise<Row[][]>;

/** The rows of each key, in the order of the keys; never those of another service. */
export type ReadKeys<Key, Row> = (serviceId: number, keys: readonly Key[]) => Promise<Row[][]>;

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
 * who waited for it asks again alone, so that nobody fails by what another asked for.
 */
export function createCoalescer<Key, Row>(read: ReadPairs<Key, Row>): ReadKeys<Key, Row> {
  const alone = readAlone(read);
  const state: State<Key, Row> = { waiting: [], inFlight: 0, isScheduled: false };
  const flush = (): void => {
    state.isScheduled = false;
    while (state.waiting.length > 0 && state.inFlight < IN_FLIGHT_MAX) {
      const batch = takeBatch(state);
      state.inFlight += 1;
      void answer(batch, { read, alone }).finally(() => {
        state.inFlight -= 1;
        schedule();
      });
    }
  };
  /** After the input that has come already, so that all of its requests are in one statement. */
  const schedule = (): void => {
    if (state.isScheduled || state.waiting.length === 0 || state.inFlight >= IN_FLIGHT_MAX) return;
    state.isScheduled = true;
    setImmediate(flush);
  };
  return async (serviceId, keys) => {
    if (keys.length > SHARED_KEYS_MAX) return await alone(serviceId, keys);
    const { promise, resolve, reject } = Promise.withResolvers<Row[][]>();
    state.waiting.push({ serviceId, keys, resolve, reject });
    schedule();
    return await promise;
  };
}

/** While some are answered, others are asked; more would only make each smaller. */
const IN_FLIGHT_MAX = 4;
/** Who asks for more is no neighbour to wait for. */
const SHARED_KEYS_MAX = 100;
/** Of all in one statement: enough to share its cost, and few enough that PostgreSQL and this process work at the same time. */
const PAIRS_MAX = 12;

type Waiting<Key, Row> = {
  serviceId: number;
  keys: readonly Key[];
  resolve: (groups: Row[][]) => void;
  reject: (error: unknown) => void;
};
type State<Key, Row> = { waiting: Waiting<Key, Row>[]; inFlight: number; isScheduled: boolean };

function takeBatch<Key, Row>(state: State<Key, Row>): Waiting<Key, Row>[] {
  let pairs = 0;
  let count = 0;
  for (const one of state.waiting) {
    pairs += one.keys.length;
    if (count > 0 && pairs > PAIRS_MAX) break;
    count += 1;
  }
  return state.waiting.splice(0, count);
}

type Readers<Key, Row> = { read: ReadPairs<Key, Row>; alone: ReadKeys<Key, Row> };

/** Settles everyone in the batch, and never rejects itself. */
async function answer<Key, Row>(
  batch: Waiting<Key, Row>[],
  { read, alone }: Readers<Key, Row>,
): Promise<void> {
  const pairs: Pairs<Key> = { serviceIds: [], keys: [] };
  for (const { serviceId, keys } of batch)
    for (const key of keys) {
      pairs.serviceIds.push(serviceId);
      pairs.keys.push(key);
    }
  try {
    const groups = await read(pairs);
    let start = 0;
    for (const { keys, resolve } of batch) {
      resolve(groups.slice(start, start + keys.length));
      start += keys.length;
    }
  } catch (error) {
    await settleAlone(batch, alone, error);
  }
}

async function settleAlone<Key, Row>(
  batch: Waiting<Key, Row>[],
  alone: ReadKeys<Key, Row>,
  error: unknown,
): Promise<void> {
  const [only, ...others] = batch;
  if (others.length === 0) only?.reject(error);
  else
    await Promise.all(
      batch.map(async ({ serviceId, keys, resolve, reject }) => {
        await alone(serviceId, keys).then(resolve, reject);
      }),
    );
}
