import { runInWorkScope, type WorkScope, withinService } from '../../runtime/work-scope.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/** Request that waits for the rows of its keys. */
export type WaitingRequest<Key, Row> = {
  serviceId: number;
  /** Work scope of the waiting request; undefined outside of requests and jobs. */
  workScope: WorkScope | undefined;
  reservation: MemoryReservation | undefined;
  keys: readonly Key[];
  resolve: (groups: Row[][]) => void;
  reject: (error: unknown) => void;
  /** Settles the request with the outcome of another reader, without the callbacks of this queue. */
  settle: (outcome: Promise<Row[][]>) => void;
};

/** Waiting requests and statements in flight of a batch queue. */
export type BatchQueueState<Key, Row> = {
  waiting: WaitingRequest<Key, Row>[];
  inFlight: number;
  /** Number of statements in flight by service. */
  inFlightByService: Map<number, number>;
  isScheduled: boolean;
};

/** Returns the reader that replaces this queue for a service, or undefined when there is none. */
export type FindOtherReader<Key, Row> = (
  serviceId: number,
) =>
  | ((keys: readonly Key[], reservation: MemoryReservation | undefined) => Promise<Row[][]>)
  | undefined;

/** Limits of one statement. The weight of a key is the number of ordinary keys that it counts as. */
export type BatchLimits<Key> = {
  getWeight: (key: Key) => number;
  /** Maximum weight of the keys in a statement. The first waiting request is always included. */
  getWeightMax: () => number;
  /** Maximum number of statements in flight for one service, so that its large reads do not delay other services. */
  inFlightOfServiceMax: number;
};

/**
 * Moves waiting requests to the readers that replace this queue for their services. Each read runs in the work scope of
 * its request, because the flush runs in the scope of the request that scheduled it, perhaps of another service.
 */
export function delegateToOtherReaders<Key, Row>(
  state: BatchQueueState<Key, Row>,
  findOtherReader: FindOtherReader<Key, Row>,
): void {
  const remaining = state.waiting.filter(({ serviceId, workScope, keys, reservation, settle }) => {
    const read = findOtherReader(serviceId);
    if (read === undefined) return true;
    settle(
      runInWorkScope(workScope, () => withinService(serviceId, () => read(keys, reservation))),
    );
    return false;
  });
  if (remaining.length < state.waiting.length) state.waiting = remaining;
}

/**
 * Dequeues the next batch: requests of the first service that is below its limit of statements in flight, in order of
 * arrival, up to the maximum weight. Empty when all services are at their limits.
 */
export function dequeueBatch<Key, Row>(
  state: BatchQueueState<Key, Row>,
  { getWeight, getWeightMax, inFlightOfServiceMax }: BatchLimits<Key>,
): WaitingRequest<Key, Row>[] {
  const next = state.waiting.find(
    ({ serviceId }) => (state.inFlightByService.get(serviceId) ?? 0) < inFlightOfServiceMax,
  );
  if (next === undefined) return [];
  const max = getWeightMax();
  const batch: WaitingRequest<Key, Row>[] = [];
  const remaining: WaitingRequest<Key, Row>[] = [];
  let weight = 0;
  let inspected = 0;
  for (const request of state.waiting) {
    const isOfNextService = request.serviceId === next.serviceId;
    if (isOfNextService) for (const key of request.keys) weight += getWeight(key);
    if (isOfNextService && batch.length > 0 && weight > max) break;
    (isOfNextService ? batch : remaining).push(request);
    inspected += 1;
  }
  state.waiting = remaining.concat(state.waiting.slice(inspected));
  return batch;
}

/** Counts a statement of the service as in flight until the returned function is called. */
export function countInFlight<Key, Row>(
  state: BatchQueueState<Key, Row>,
  serviceId: number,
): () => void {
  const add = (delta: number): void => {
    state.inFlight += delta;
    const inFlight = (state.inFlightByService.get(serviceId) ?? 0) + delta;
    if (inFlight > 0) state.inFlightByService.set(serviceId, inFlight);
    else state.inFlightByService.delete(serviceId);
  };
  add(1);
  return () => add(-1);
}
