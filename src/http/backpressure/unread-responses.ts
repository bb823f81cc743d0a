/** Bounds on the bytes of answers that are made and not read yet. */
export type UnreadBounds = {
  /** Of all answers of the process. */
  bytesMax: number;
  /** Of those to the callers of one service. */
  bytesPerServiceMax: number;
};

/** An answer whose bytes are in memory until its client has read them. */
export type UnreadResponse = {
  /** Says that the client has taken something, and how many bytes are left. */
  setRemaining: (bytes: number) => void;
  /** Says that nothing of it is kept any more. */
  release: () => void;
};

export type UnreadResponses = {
  /**
   * Counts an answer. Where there is no room for it those whose clients read slowest are cut off, of the same service
   * first its own; undefined where even that makes no room.
   */
  add: (answer: {
    serviceId: number;
    bytes: number;
    cutOff: () => void;
  }) => UnreadResponse | undefined;
  /**
   * Keeps room for an answer that is to be made; undefined where there is none, even if those are cut off that have
   * taken nothing for long.
   */
  reserve: (serviceId: number, bytes: number) => (() => void) | undefined;
};

type Entry = { serviceId: number; bytes: number; takenAt: number; cutOff: () => void };

/** A client that has taken something within this time is not cut off for the sake of another's answer. */
const SLOW_MS = 1_000;
/** The same for an answer that is not made yet, which can wait. */
const STALLED_MS = 5_000;

export function createUnreadResponses(
  bounds: UnreadBounds,
  now: () => number = () => performance.now(),
): UnreadResponses {
  /** Who has taken nothing for longest comes first. */
  const entries = new Set<Entry>();
  const { count, isFull, lacksRoom } = createTally(bounds);

  const remove = (entry: Entry): void => {
    if (entries.delete(entry)) count(entry.serviceId, -entry.bytes);
  };
  const makeRoom = (serviceId: number, bytes: number, idleMs: number): boolean => {
    for (const entry of entries) {
      if (!lacksRoom(serviceId, bytes) || now() - entry.takenAt < idleMs) break;
      // No other service is asked to make room for one that is full itself.
      if (entry.serviceId !== serviceId && isFull(serviceId, bytes)) continue;
      remove(entry);
      entry.cutOff();
    }
    return !lacksRoom(serviceId, bytes);
  };
  return {
    reserve: (serviceId, bytes) => {
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
        setRemaining: (rest) => {
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

/** The bytes that are held, and whether there is room for more. */
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
    // One that is alone is let in whatever its size: v4 answers all participants of a business at once.
    lacksRoom: (serviceId: number, bytes: number): boolean =>
      isFull(serviceId, bytes) || (total > 0 && total + bytes > bytesMax),
  };
}
