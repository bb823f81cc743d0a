/** Limits on the bytes of responses that clients have not read yet. */
export type UnreadLimits = {
  /** Bytes of all responses of the process. */
  bytesMax: number;
  /** Bytes of the responses to callers of one service. */
  bytesPerServiceMax: number;
};

/** Response whose bytes stay in memory until its client has read them. */
export type UnreadResponse = {
  /** Records that the client has read something, and the number of remaining bytes. */
  setRemaining: (bytes: number) => void;
  /** Stops counting the response. */
  release: () => void;
};

export type UnreadResponses = {
  /**
   * Counts a response. When a limit is exceeded, disconnects readers that have read nothing for a second, the slowest
   * first: only those of the same service when its own limit is exceeded. Returns undefined when that frees too little.
   */
  add: (response: {
    serviceId: number;
    bytes: number;
    cutOff: () => void;
  }) => UnreadResponse | undefined;
  /**
   * Reserves bytes for a response that is not complete yet, and returns the release. When a limit is exceeded,
   * disconnects readers like `add`, but only those that have read nothing for five seconds. Returns undefined when that
   * frees too little.
   */
  reserve: (serviceId: number, bytes: number) => (() => void) | undefined;
};

type Entry = { serviceId: number; bytes: number; lastReadAt: number; cutOff: () => void };

/** Time without a read after which a reader may be disconnected in favour of a complete response. */
const SLOW_MS = 1_000;
/** Time without a read after which a reader may be disconnected in favour of a response that can still wait. */
const STALLED_MS = 5_000;

export function createUnreadResponses(
  bounds: UnreadLimits,
  now: () => number = () => performance.now(),
): UnreadResponses {
  /** Responses in order of their last read, oldest first. */
  const entries = new Set<Entry>();
  const { addBytes, isServiceFull, exceedsLimit } = createByteCounters(bounds);

  const remove = (entry: Entry): void => {
    if (entries.delete(entry)) addBytes(entry.serviceId, -entry.bytes);
  };
  const disconnectSlow = (serviceId: number, bytes: number, idleMs: number): boolean => {
    for (const entry of entries) {
      if (!exceedsLimit(serviceId, bytes) || now() - entry.lastReadAt < idleMs) break;
      // A service that has reached its own limit disconnects no readers of other services.
      if (entry.serviceId !== serviceId && isServiceFull(serviceId, bytes)) continue;
      remove(entry);
      entry.cutOff();
    }
    return !exceedsLimit(serviceId, bytes);
  };
  return {
    reserve: (serviceId, bytes) => {
      if (!disconnectSlow(serviceId, bytes, STALLED_MS)) return undefined;
      addBytes(serviceId, bytes);
      let isReserved = true;
      return () => {
        if (isReserved) addBytes(serviceId, -bytes);
        isReserved = false;
      };
    },
    add: ({ serviceId, bytes, cutOff }) => {
      if (!disconnectSlow(serviceId, bytes, SLOW_MS)) return undefined;
      const entry: Entry = { serviceId, bytes, lastReadAt: now(), cutOff };
      entries.add(entry);
      addBytes(serviceId, bytes);
      return {
        setRemaining: (remaining) => {
          if (!entries.delete(entry)) return;
          addBytes(serviceId, remaining - entry.bytes);
          entry.bytes = remaining;
          entry.lastReadAt = now();
          entries.add(entry);
        },
        release: () => remove(entry),
      };
    },
  };
}

/** Creates the sums of unread bytes, in total and by service. */
function createByteCounters({ bytesMax, bytesPerServiceMax }: UnreadLimits) {
  const bytesByService = new Map<number, number>();
  let total = 0;
  const isServiceFull = (serviceId: number, bytes: number): boolean => {
    const current = bytesByService.get(serviceId) ?? 0;
    return current > 0 && current + bytes > bytesPerServiceMax;
  };
  return {
    addBytes: (serviceId: number, bytes: number): void => {
      total += bytes;
      const current = (bytesByService.get(serviceId) ?? 0) + bytes;
      if (current > 0) bytesByService.set(serviceId, current);
      else bytesByService.delete(serviceId);
    },
    isServiceFull,
    // A single response may exceed the limit: v4 returns all participants of a business at once.
    exceedsLimit: (serviceId: number, bytes: number): boolean =>
      isServiceFull(serviceId, bytes) || (total > 0 && total + bytes > bytesMax),
  };
}
