import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/** What a statement is asked for: keys of one service, which stands in the statement as a constant. */
export type ServiceKeys<Key> = { serviceId: number; keys: Key[] };

/** One statement that answers many keys of a service, whichever of its requests ask: the rows of each, in their order. */
export type ReadService<Key, Row> = (asked: ServiceKeys<Key>) => Promise<Row[][]>;

/**
 * The rows of each key, in the order of the keys; never those of another service. Where it is known whose request asks,
 * large rows wait for room.
 */
export type ReadKeys<Key, Row> = (
  serviceId: number,
  keys: readonly Key[],
  hold?: MemoryReservation,
) => Promise<Row[][]>;
