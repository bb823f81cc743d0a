import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/**
 * Waits for a permit of the service and for the memory of expected large rows, then runs a read that cannot be
 * batched.
 */
export type ReadWithPermit = <Row>(
  serviceId: number,
  read: () => Promise<Row[]>,
  options: { bytesOf: (row: Row) => number; reservation?: MemoryReservation | undefined },
) => Promise<Row[]>;

/** Number of concurrent statements of a service: most of ten connections are left to other services. */
const CONCURRENT_MAX = 4;
/** Number of concurrent statements of a service while large rows are expected. */
const LARGE_CONCURRENT_MAX = 1;
/** Number of consecutive small results after which large rows are no longer expected. */
const SMALL_RESULTS_TO_RESET = 100;
/** Size in bytes above which the rows of one statement count as large. */
const LARGE_BYTES = 1024 * 1024;

/**
 * Permits of a service. `smallResultsLeft`: number of consecutive small results after which large rows are no
 * longer expected, 0 when they are not; `largeBytes`: size of its last large result.
 */
type ServicePermits = {
  running: number;
  waiting: (() => void)[];
  smallResultsLeft: number;
  largeBytes: number;
};

function createPermits(): ServicePermits {
  return { running: 0, waiting: [], smallResultsLeft: 0, largeBytes: 0 };
}

/** Creates a semaphore for each service, so that no service uses all connections for long lists. */
export function createReadSemaphores(): ReadWithPermit {
  const permitsByService = new Map<number, ServicePermits>();
  const admitNext = (permits: ServicePermits): void => {
    const max = permits.smallResultsLeft > 0 ? LARGE_CONCURRENT_MAX : CONCURRENT_MAX;
    if (permits.running >= max) return;
    const resolveNext = permits.waiting.shift();
    if (resolveNext === undefined) return;
    permits.running += 1;
    resolveNext();
    admitNext(permits);
  };
  const acquire = async (permits: ServicePermits): Promise<void> => {
    await new Promise<void>((resolve) => {
      permits.waiting.push(resolve);
      admitNext(permits);
    });
  };
  const release = (permits: ServicePermits): void => {
    permits.running -= 1;
    admitNext(permits);
  };
  return async (serviceId, read, { bytesOf, reservation }) => {
    const permits = permitsByService.get(serviceId) ?? createPermits();
    permitsByService.set(serviceId, permits);
    await acquire(permits);
    // When large rows are not expected, the rows are added to the reservation after the read.
    let settle = (bytes: number): void => reservation?.add(bytes);
    if (permits.smallResultsLeft > 0 && reservation !== undefined) {
      // Releases the permit during the wait, because the requests that hold the memory may need it.
      release(permits);
      settle = await reservation.reserve(permits.largeBytes);
      await acquire(permits);
    }
    let largeBytes = 0;
    try {
      const rows = await read();
      const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
      if (bytes > LARGE_BYTES) largeBytes = bytes;
      permits.smallResultsLeft =
        largeBytes > 0 ? SMALL_RESULTS_TO_RESET : Math.max(0, permits.smallResultsLeft - 1);
      if (largeBytes > 0) permits.largeBytes = largeBytes;
      return rows;
    } finally {
      settle(largeBytes);
      release(permits);
      if (permits.running === 0 && permits.smallResultsLeft === 0)
        permitsByService.delete(serviceId);
    }
  };
}
