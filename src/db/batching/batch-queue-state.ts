import { runInWorkScope, type WorkScope, withinService } from '../../runtime/work-scope.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/** Request that waits for the rows of its keys. */
export type Waiting<Key, Row> = {
  serviceId: number;
  /** Work scope of the waiting request. */
  record: WorkScope | undefined;
  hold: MemoryReservation | undefined;
  keys: readonly Key[];
  resolve: (groups: Row[][]) => void;
  reject: (error: unknown) => void;
  /** Settles the request with the outcome of another read. */
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
export type FindOtherReader<Key, Row> = (
  serviceId: number,
) => ((keys: readonly Key[], hold: MemoryReservation | undefined) => Promise<Row[][]>) | undefined;

/** Limits for the keys of one statement. */
export type BatchLimits<Key> = {
  placesOf: (key: Key) => number;
  /** Largest number of keys in a statement. The first waiting request is always included. */
  placesMax: () => number;
  /** Number of statements in flight for one service, so that its large reads do not delay other services. */
  inFlightOfServiceMax: number;
};

/**
 * Delegates waiting requests to other readers of their service, each in its own work scope, because the current flush
 * may belong to another service. The other reader records the outcome.
 */
export function delegateToOtherReaders<Key, Row>(
  state: LaneState<Key, Row>,
  findOther: FindOtherReader<Key, Row>,
): void {
  const remaining = state.waiting.filter(({ serviceId, record, keys, hold, settle }) => {
    const read = findOther(serviceId);
    if (read === undefined) return true;
    settle(runInWorkScope(record, () => withinService(serviceId, () => read(keys, hold))));
    return false;
  });
  if (remaining.length < state.waiting.length) state.waiting = remaining;
}

/**
 * Dequeues the next batch: in order of arrival, for the first service that is below its limit of statements in flight.
 */
export function dequeueBatch<Key, Row>(
  state: LaneState<Key, Row>,
  { placesOf, placesMax, inFlightOfServiceMax }: BatchLimits<Key>,
): Waiting<Key, Row>[] {
  const next = state.waiting.find(
    ({ serviceId }) => (state.inFlightOf.get(serviceId) ?? 0) < inFlightOfServiceMax,
  );
  if (next === undefined) return [];
  const max = placesMax();
  const batch: Waiting<Key, Row>[] = [];
  const remaining: Waiting<Key, Row>[] = [];
  let places = 0;
  let inspected = 0;
  for (const request of state.waiting) {
    const isOfNextService = request.serviceId === next.serviceId;
    if (isOfNextService) for (const key of request.keys) places += placesOf(key);
    if (isOfNextService && batch.length > 0 && places > max) break;
    (isOfNextService ? batch : remaining).push(request);
    inspected += 1;
  }
  state.waiting = remaining.concat(state.waiting.slice(inspected));
  return batch;
}

/** Counts a statement of the service as in flight until the returned function is called. */
export function countInFlight<Key, Row>(state: LaneState<Key, Row>, serviceId: number): () => void {
  const add = (count: number): void => {
    state.inFlight += count;
    const inFlight = (state.inFlightOf.get(serviceId) ?? 0) + count;
    if (inFlight > 0) state.inFlightOf.set(serviceId, inFlight);
    else state.inFlightOf.delete(serviceId);
  };
  add(1);
  return () => add(-1);
}
