import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/** Runs a read that cannot be batched, when the service has a permit. */
export type ReadWithPermit = <Row>(
  serviceId: number,
  read: () => Promise<Row[]>,
  options: { bytesOf: (row: Row) => number; hold?: MemoryReservation | undefined },
) => Promise<Row[]>;

/** Number of concurrent statements of a service: most of ten connections are left to other services. */
const CONCURRENT_MAX = 4;
/** Number of concurrent statements of a service with large rows, until enough results in a row were small. */
const LARGE_CONCURRENT_MAX = 1;
const SMALL_RESULTS_TO_RESET = 100;
/** Size from which the rows of one statement count as large. */
const LARGE_BYTES = 1024 * 1024;

/** Permits of a service. With large rows, it includes the size of its last result. */
type ServicePermits = {
  running: number;
  waiting: (() => void)[];
  largeFor: number;
  largeBytes: number;
};

/** Creates a semaphore for each service, so that no service uses all connections for long lists. */
export function createReadSemaphores(): ReadWithPermit {
  const services = new Map<number, ServicePermits>();
  const admitNext = (own: ServicePermits): void => {
    const max = own.largeFor > 0 ? LARGE_CONCURRENT_MAX : CONCURRENT_MAX;
    if (own.running >= max) return;
    const next = own.waiting.shift();
    if (next === undefined) return;
    own.running += 1;
    next();
    admitNext(own);
  };
  const acquire = async (own: ServicePermits): Promise<void> => {
    await new Promise<void>((resolve) => {
      own.waiting.push(resolve);
      admitNext(own);
    });
  };
  const release = (own: ServicePermits): void => {
    own.running -= 1;
    admitNext(own);
  };
  return async (serviceId, read, { bytesOf, hold }) => {
    const own = services.get(serviceId) ?? { running: 0, waiting: [], largeFor: 0, largeBytes: 0 };
    services.set(serviceId, own);
    await acquire(own);
    // Rows that were not known to be large have no reservation before the read.
    let settle = (bytes: number): void => hold?.add(bytes);
    if (own.largeFor > 0 && hold !== undefined) {
      // A request must not wait for a memory reservation while it holds a permit that holders of other reservations
      // need.
      release(own);
      settle = await hold.reserve(own.largeBytes);
      await acquire(own);
    }
    let large = 0;
    try {
      const rows = await read();
      const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
      if (bytes > LARGE_BYTES) large = bytes;
      own.largeFor = large > 0 ? SMALL_RESULTS_TO_RESET : Math.max(0, own.largeFor - 1);
      if (large > 0) own.largeBytes = large;
      return rows;
    } finally {
      settle(large);
      release(own);
      if (own.running === 0 && own.largeFor === 0) services.delete(serviceId);
    }
  };
}
