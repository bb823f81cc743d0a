import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';

/** Reads what no other request asks for too, when it is the service's turn. */
export type ReadInTurn = <Row>(
  serviceId: number,
  read: () => Promise<Row[]>,
  asked: { bytesOf: (row: Row) => number; hold?: MemoryReservation | undefined },
) => Promise<Row[]>;

/** How many statements of a service run at once: of ten connections most are left to the others. */
const AT_ONCE = 4;
/** The same of one whose rows turned out to be large, until so many answers in a row were small. */
const LARGE_AT_ONCE = 1;
const SMALL_AGAIN = 100;
/** From here on what one statement answers is large. */
const LARGE_BYTES = 1024 * 1024;

/** Of a service whose rows are large also how many bytes they last had. */
type Own = { running: number; waiting: (() => void)[]; largeFor: number; largeBytes: number };

/** Turns of each service by itself, so that none holds all connections with lists that take long. */
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
    // What nobody knew to be large takes no room before it is read.
    let settle = (bytes: number): void => hold?.add(bytes);
    if (own.largeFor > 0 && hold !== undefined) {
      // Nobody waits for room with a turn that others may need who hold rows.
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
