import { runInWorkScope, type WorkScope, withinService } from '../../runtime/work-scope.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/** Request that waits for the rows of keys. */
export type Waiting<Key, Row> = {
  serviceId: number;
  /** Of the request that waits. */
  record: WorkScope | undefined;
  hold: MemoryReservation | undefined;
  keys: readonly Key[];
  resolve: (groups: Row[][]) => void;
  reject: (error: unknown) => void;
  /** Settles with the same outcome as another promise. */
  settle: (other: Promise<Row[][]>) => void;
};

/** Waiting requests and statements in flight of a batch queue. */
export type LaneState<Key, Row> = {
  waiting: Waiting<Key, Row>[];
  inFlight: number;
  /** Number of statements in flight by service. */
  inFlightOf: Map<number, number>;
  isScheduled: boolean;
};

/** Finds the reader that reads the keys of a service instead of this queue. Undefined when there is none. */
export type FindOther<Key, Row> = (
  serviceId: number,
) => ((keys: readonly Key[], hold: MemoryReservation | undefined) => Promise<Row[][]>) | undefined;

/** Limits for the keys of one statement. */
export type Choosing<Key> = {
  placesOf: (key: Key) => number;
  /** Largest number of keys in a statement. The first waiting request is always included. */
  placesMax: () => number;
  /** Number of statements in flight for one service, so that its large reads do not delay other services. */
  inFlightOfServiceMax: number;
};

/**
 * Hands waiting requests over to the readers that take their service, each with its own work record: the current round
 * may belong to another service. The other reader records the outcome.
 */
export function sendToOthers<Key, Row>(
  state: LaneState<Key, Row>,
  findOther: FindOther<Key, Row>,
): void {
  const staying = state.waiting.filter(({ serviceId, record, keys, hold, settle }) => {
    const read = findOther(serviceId);
    if (read === undefined) return true;
    settle(runInWorkScope(record, () => withinService(serviceId, () => read(keys, hold))));
    return false;
  });
  if (staying.length < state.waiting.length) state.waiting = staying;
}

/**
 * Returns the next batch: in order of arrival, for the first service that is below its limit of statements in flight.
 */
export function takeBatch<Key, Row>(
  state: LaneState<Key, Row>,
  { placesOf, placesMax, inFlightOfServiceMax }: Choosing<Key>,
): Waiting<Key, Row>[] {
  const next = state.waiting.find(
    ({ serviceId }) => (state.inFlightOf.get(serviceId) ?? 0) < inFlightOfServiceMax,
  );
  if (next === undefined) return [];
  const max = placesMax();
  const batch: Waiting<Key, Row>[] = [];
  const staying: Waiting<Key, Row>[] = [];
  let places = 0;
  let looked = 0;
  for (const one of state.waiting) {
    const isAsked = one.serviceId === next.serviceId;
    if (isAsked) for (const key of one.keys) places += placesOf(key);
    if (isAsked && batch.length > 0 && places > max) break;
    (isAsked ? batch : staying).push(one);
    looked += 1;
  }
  state.waiting = staying.concat(state.waiting.slice(looked));
  return batch;
}

/** Counts a statement of the service as in flight until the returned function is called. */
export function noteInFlight<Key, Row>(state: LaneState<Key, Row>, serviceId: number): () => void {
  const add = (count: number): void => {
    state.inFlight += count;
    const left = (state.inFlightOf.get(serviceId) ?? 0) + count;
    if (left > 0) state.inFlightOf.set(serviceId, left);
    else state.inFlightOf.delete(serviceId);
  };
  add(1);
  return () => add(-1);
}
