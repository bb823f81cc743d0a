/** Limits on the bytes of responses that are generated and not read yet. */
export type UnreadBounds = {
  /** Limit for all responses of the process. */
  bytesMax: number;
  /** Limit for the responses of one service. */
  bytesPerServiceMax: number;
};

/** Response whose bytes are in memory until its client has read them. */
export type Unread = {
  /** Records that the client read data, with the number of bytes left. */
  left: (bytes: number) => void;
  /** Records that the response is no longer in memory. */
  release: () => void;
};

export type UnreadAnswers = {
  /**
   * Counts a response. When it exceeds a limit, the connections of the slowest readers are closed, those of the same
   * service first. Returns undefined when that is not enough.
   */
  add: (answer: { serviceId: number; bytes: number; cutOff: () => void }) => Unread | undefined;
  /**
   * Reserves memory for a response to generate. Returns undefined when there is none, even after closing the
   * connections of stalled readers.
   */
  keepRoom: (serviceId: number, bytes: number) => (() => void) | undefined;
};

type Entry = { serviceId: number; bytes: number; takenAt: number; cutOff: () => void };

/** Time since its last read within which a client is not disconnected in favor of another response. */
const SLOW_MS = 1_000;
/** Time for a response that is not generated yet and can wait. */
const STALLED_MS = 5_000;

export function createUnreadAnswers(
  bounds: UnreadBounds,
  now: () => number = () => performance.now(),
): UnreadAnswers {
  /** Entries with the least recent reader first. */
  const entries = new Set<Entry>();
  const { count, isFull, lacksRoom } = createTally(bounds);

  const remove = (entry: Entry): void => {
    if (entries.delete(entry)) count(entry.serviceId, -entry.bytes);
  };
  const makeRoom = (serviceId: number, bytes: number, idleMs: number): boolean => {
    for (const entry of entries) {
      if (!lacksRoom(serviceId, bytes) || now() - entry.takenAt < idleMs) break;
      // Other services do not make room for a service that is at its own limit.
      if (entry.serviceId !== serviceId && isFull(serviceId, bytes)) continue;
      remove(entry);
      entry.cutOff();
    }
    return !lacksRoom(serviceId, bytes);
  };
  return {
    keepRoom: (serviceId, bytes) => {
      if (!makeRoom(serviceId, bytes, STALLED_MS)) return undefined;
      count(serviceId, bytes);
      let isKept = true;
      return () => {
        if (isKept) count(serviceId, -bytes);
        isKept = false;
      };
    },
    add: ({ serviceId, bytes, cutOff }) => {
      if (!makeRoom(serviceId, bytes, SLOW_MS)) return undefined;
      const entry: Entry = { serviceId, bytes, takenAt: now(), cutOff };
      entries.add(entry);
      count(serviceId, bytes);
      return {
        left: (rest) => {
          if (!entries.delete(entry)) return;
          count(serviceId, rest - entry.bytes);
          Object.assign(entry, { bytes: rest, takenAt: now() });
          entries.add(entry);
        },
        release: () => remove(entry),
      };
    },
  };
}

/** Counts the unread bytes and checks the limits. */
function createTally({ bytesMax, bytesPerServiceMax }: UnreadBounds) {
  const ofService = new Map<number, number>();
  let total = 0;
  const isFull = (serviceId: number, bytes: number): boolean => {
    const held = ofService.get(serviceId) ?? 0;
    return held > 0 && held + bytes > bytesPerServiceMax;
  };
  return {
    count: (serviceId: number, bytes: number): void => {
      total += bytes;
      const held = (ofService.get(serviceId) ?? 0) + bytes;
      if (held > 0) ofService.set(serviceId, held);
      else ofService.delete(serviceId);
    },
    isFull,
    // A single response is accepted whatever its size: v4 returns all participants of a business in one response.
    lacksRoom: (serviceId: number, bytes: number): boolean =>
      isFull(serviceId, bytes) || (total > 0 && total + bytes > bytesMax),
  };
}
