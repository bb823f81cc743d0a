import { runInWorkScope, type WorkScope, withinService } from '../../runtime/work-scope.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/** Whoever asked for keys, and is to be answered. */
export type Waiting<Key, Row> = {
  serviceId: number;
  /** Of the request that waits. */
  record: WorkScope | undefined;
  hold: MemoryReservation | undefined;
  keys: readonly Key[];
  resolve: (groups: Row[][]) => void;
  reject: (error: unknown) => void;
  /** As that one does. */
  settle: (other: Promise<Row[][]>) => void;
};

/** What of a lane waits, and what is under way. */
export type LaneState<Key, Row> = {
  waiting: Waiting<Key, Row>[];
  inFlight: number;
  /** By service, how many of them are for it. */
  inFlightOf: Map<number, number>;
  isScheduled: boolean;
};

/** What reads those of a service who wait in place of the lane; undefined where nothing does. */
export type FindOther<Key, Row> = (
  serviceId: number,
) => ((keys: readonly Key[], hold: MemoryReservation | undefined) => Promise<Row[][]>) | undefined;

/** How much goes into a statement. */
export type Choosing<Key> = {
  placesOf: (key: Key) => number;
  /** Of one statement, though one who waits is always asked for. */
  placesMax: () => number;
  /** Statements under way at once for one service: what is asked for one that asks for much others need not wait for. */
  inFlightOfServiceMax: number;
};

/**
 * Has others read what they can, each as the one who waits: the round may be another service's. What they come to is told to
 * whoever waits, as it is; the other lane takes note of it.
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

/** Who is asked for next: in the order they came, of the first service that has not enough under way already. */
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

/** Counts a statement of the service until what is returned is called. */
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
