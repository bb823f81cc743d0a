import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/** Runs a read that cannot be batched, when the service has a permit. */
export type ReadInTurn = <Row>(
  serviceId: number,
  read: () => Promise<Row[]>,
  asked: { bytesOf: (row: Row) => number; hold?: MemoryReservation | undefined },
) => Promise<Row[]>;

/** Number of concurrent statements of a service: most of ten connections are left to other services. */
const AT_ONCE = 4;
/** Number of concurrent statements of a service with large rows, until enough results in a row were small. */
const LARGE_AT_ONCE = 1;
const SMALL_AGAIN = 100;
/** Size from which the rows of one statement count as large. */
const LARGE_BYTES = 1024 * 1024;

/** State of a service. With large rows, it includes the size of its last result. */
type Own = { running: number; waiting: (() => void)[]; largeFor: number; largeBytes: number };

/** Creates a semaphore for each service, so that no service uses all connections with lists that take long. */
export function createReadTurns(): ReadInTurn {
  const services = new Map<number, Own>();
  const letIn = (own: Own): void => {
    const max = own.largeFor > 0 ? LARGE_AT_ONCE : AT_ONCE;
    if (own.running >= max) return;
    const next = own.waiting.shift();
    if (next === undefined) return;
    own.running += 1;
    next();
    letIn(own);
  };
  const enter = async (own: Own): Promise<void> => {
    await new Promise<void>((resolve) => {
      own.waiting.push(resolve);
      letIn(own);
    });
  };
  const leave = (own: Own): void => {
    own.running -= 1;
    letIn(own);
  };
  return async (serviceId, read, { bytesOf, hold }) => {
    const own = services.get(serviceId) ?? { running: 0, waiting: [], largeFor: 0, largeBytes: 0 };
    services.set(serviceId, own);
    await enter(own);
    // Rows that were not known to be large have no reservation before the read.
    let settle = (bytes: number): void => hold?.add(bytes);
    if (own.largeFor > 0 && hold !== undefined) {
      // A request must not wait for a reservation with a permit that the holders of other reservations need.
      leave(own);
      settle = await hold.reserve(own.largeBytes);
      await enter(own);
    }
    let large = 0;
    try {
      const rows = await read();
      const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
      if (bytes > LARGE_BYTES) large = bytes;
      own.largeFor = large > 0 ? SMALL_AGAIN : Math.max(0, own.largeFor - 1);
      if (large > 0) own.largeBytes = large;
      return rows;
    } finally {
      settle(large);
      leave(own);
      if (own.running === 0 && own.largeFor === 0) services.delete(serviceId);
    }
  };
}
