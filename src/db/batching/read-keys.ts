import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/** Keys of one service to read in a statement. A statement has one service. */
export type ServiceKeys<Key> = { serviceId: number; keys: Key[] };

/**
 * Reads many keys of a service in one statement, for any of its requests. Returns the rows of each key in the order of
 * the keys.
 */
export type ReadService<Key, Row> = (request: ServiceKeys<Key>) => Promise<Row[][]>;

/**
 * Reads the rows of each key, in the order of the keys, never rows of another service. With a `reservation`, a read of
 * large rows waits until the memory is reserved.
 */
export type ReadKeys<Key, Row> = (
  serviceId: number,
  keys: readonly Key[],
  reservation?: MemoryReservation,
) => Promise<Row[][]>;
