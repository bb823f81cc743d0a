/** Limits on the bytes of complete responses that clients have not read yet. */
export type UnreadBounds = {
  /** Bytes of all responses of the process. */
  bytesMax: number;
  /** Bytes of the responses to callers of one service. */
  bytesPerServiceMax: number;
};

/** Response whose bytes stay in memory until its client has read them. */
export type UnreadResponse = {
  /** Records that the client has read something, and the number of remaining bytes. */
  setRemaining: (bytes: number) => void;
  /** Records that none of its bytes is in memory any more. */
  release: () => void;
};

export type UnreadResponses = {
  /**
   * Counts a response. When the limit is reached, the slowest readers are disconnected, those of the same service
   * first; returns undefined when even that frees too little.
   */
  add: (response: {
    serviceId: number;
    bytes: number;
    cutOff: () => void;
  }) => UnreadResponse | undefined;
  /**
   * Reserves bytes for a response that is not complete yet, and returns the release. Disconnects readers that have
   * stalled; returns undefined when even that frees too little.
   */
  reserve: (serviceId: number, bytes: number) => (() => void) | undefined;
};

type Entry = { serviceId: number; bytes: number; takenAt: number; cutOff: () => void };

/** Time since its last read after which a slow reader may be disconnected in favour of a complete response. */
const SLOW_MS = 1_000;
/** Time since its last read after which a reader may be disconnected in favour of a response that can still wait. */
const STALLED_MS = 5_000;

export function createUnreadResponses(
  bounds: UnreadBounds,
  now: () => number = () => performance.now(),
): UnreadResponses {
  /** Responses in order of their last read, oldest first. */
  const entries = new Set<Entry>();
  const { count, isFull, exceedsLimit } = createTally(bounds);

  const remove = (entry: Entry): void => {
    if (entries.delete(entry)) count(entry.serviceId, -entry.bytes);
  };
  const disconnectSlow = (serviceId: number, bytes: number, idleMs: number): boolean => {
    for (const entry of entries) {
      if (!exceedsLimit(serviceId, bytes) || now() - entry.takenAt < idleMs) break;
      // A service that has reached its own limit disconnects no readers of other services.
      if (entry.serviceId !== serviceId && isFull(serviceId, bytes)) continue;
      remove(entry);
      entry.cutOff();
    }
    return !exceedsLimit(serviceId, bytes);
  };
  return {
    reserve: (serviceId, bytes) => {
      if (!disconnectSlow(serviceId, bytes, STALLED_MS)) return undefined;
      count(serviceId, bytes);
      let isReserved = true;
      return () => {
        if (isReserved) count(serviceId, -bytes);
        isReserved = false;
      };
    },
    add: ({ serviceId, bytes, cutOff }) => {
      if (!disconnectSlow(serviceId, bytes, SLOW_MS)) return undefined;
      const entry: Entry = { serviceId, bytes, takenAt: now(), cutOff };
      entries.add(entry);
      count(serviceId, bytes);
      return {
        setRemaining: (remaining) => {
          if (!entries.delete(entry)) return;
          count(serviceId, remaining - entry.bytes);
          entry.bytes = remaining;
          entry.takenAt = now();
          entries.add(entry);
        },
        release: () => remove(entry),
      };
    },
  };
}

/** Sums of unread bytes, in total and by service. */
function createTally({ bytesMax, bytesPerServiceMax }: UnreadBounds) {
  const ofService = new Map<number, number>();
  let total = 0;
  const isFull = (serviceId: number, bytes: number): boolean => {
    const current = ofService.get(serviceId) ?? 0;
    return current > 0 && current + bytes > bytesPerServiceMax;
  };
  return {
    count: (serviceId: number, bytes: number): void => {
      total += bytes;
      const current = (ofService.get(serviceId) ?? 0) + bytes;
      if (current > 0) ofService.set(serviceId, current);
      else ofService.delete(serviceId);
    },
    isFull,
    // A single response may exceed the limit: v4 returns all participants of a business at once.
    exceedsLimit: (serviceId: number, bytes: number): boolean =>
      isFull(serviceId, bytes) || (total > 0 && total + bytes > bytesMax),
  };
}
