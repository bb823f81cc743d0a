import {
  addGrant,
  getReservationSize,
  type RateLimitStatus,
  type ReservedTokens,
  type TokenGrant,
} from '../../domain/access/rate-limit.ts';

/** Store of a rate limit, shared by all processes. Grants fewer tokens when fewer than requested are left. */
export type RateLimitStore = {
  reserve: (serviceId: number, tokens: number) => Promise<TokenGrant>;
};

/** Limits the tokens that each service consumes within a window. */
export type RateLimiter = {
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Consumes tokens and returns true. Consumes nothing and returns false when fewer are left. */
  consume: (serviceId: number, tokens: number) => Promise<boolean>;
  /** Returns the tokens that are left, as far as this process knows. */
  getStatus: (serviceId: number) => RateLimitStatus;
  /** Counters of each service since the process started. */
  counters: ReadonlyMap<number, RateLimitCounters>;
};

/** Consumed tokens, and number of rejected requests. */
export type RateLimitCounters = { consumed: number; rejected: number };

export type RateLimiterParts = {
  name: string;
  limit: number;
  windowSeconds: number;
  store: RateLimitStore;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/**
 * Creates a rate limiter that reserves a hundredth of the limit for this process at a time, so that most requests need
 * no statement. As long as the store is shared, the reservations of all processes never exceed the limit; tokens
 * reserved by one process are not available to another.
 */
export function createRateLimiter(parts: RateLimiterParts): RateLimiter {
  const { name, limit, windowSeconds, store, now = Date.now } = parts;
  // Callers are authenticated, so there are at most as many entries as services.
  const reservations = new Map<number, ReservedTokens>();
  const counters = createCounters();
  const pendingReservations = new Map<number, Promise<void>>();

  const findReservation = (serviceId: number): ReservedTokens | undefined => {
    const reserved = reservations.get(serviceId);
    const leftMs = (reserved?.resetAtMs ?? 0) - now();
    // A reservation that ends later than a whole window dates from before a clock adjustment.
    return leftMs > 0 && leftMs <= windowSeconds * 1000 ? reserved : undefined;
  };
  const reserve = async (serviceId: number, tokens: number): Promise<void> => {
    const missingTokens = tokens - (findReservation(serviceId)?.available ?? 0);
    const grant = await store.reserve(serviceId, getReservationSize(limit, missingTokens));
    reservations.set(serviceId, addGrant(findReservation(serviceId), grant, now()));
  };
  /** Makes one reservation of a service at a time; later requests wait for the pending one. */
  const reserveOnce = async (serviceId: number, tokens: number): Promise<void> => {
    const pending = pendingReservations.get(serviceId);
    if (pending !== undefined) return await pending;
    const reservation = reserve(serviceId, tokens).finally(() =>
      pendingReservations.delete(serviceId),
    );
    pendingReservations.set(serviceId, reservation);
    await reservation;
  };

  const reserveAndConsume = async (serviceId: number, tokens: number): Promise<boolean> => {
    for (;;) {
      const reserved = findReservation(serviceId);
      if (consumeReserved(reserved, tokens)) return true;
      if (reserved?.unreserved === 0) return false;
      await reserveOnce(serviceId, tokens);
    }
  };

  return {
    name,
    limit,
    windowSeconds,
    counters: counters.byService,
    consume: (serviceId, tokens) =>
      consumeReserved(findReservation(serviceId), tokens)
        ? counters.addConsumed(serviceId, tokens)
        : counters.addResult(serviceId, tokens, reserveAndConsume(serviceId, tokens)),
    getStatus: (serviceId) => toStatus(findReservation(serviceId), parts, now),
  };
}

function toStatus(
  reserved: ReservedTokens | undefined,
  { limit, windowSeconds }: Pick<RateLimiterParts, 'limit' | 'windowSeconds'>,
  now: () => number,
): RateLimitStatus {
  return {
    limit,
    remaining: reserved === undefined ? limit : reserved.available + reserved.unreserved,
    resetAt: new Date(reserved?.resetAtMs ?? now() + windowSeconds * 1000),
  };
}

/** Creates the counters, with one entry for each service. */
function createCounters() {
  const byService = new Map<number, RateLimitCounters>();
  const add = (serviceId: number, tokens: number, isConsumed: boolean): void => {
    const counters = byService.get(serviceId) ?? { consumed: 0, rejected: 0 };
    byService.set(serviceId, counters);
    if (isConsumed) counters.consumed += tokens;
    else counters.rejected += 1;
  };
  return {
    byService,
    addConsumed: (serviceId: number, tokens: number): Promise<boolean> => {
      add(serviceId, tokens, true);
      return CONSUMED;
    },
    addResult: async (serviceId: number, tokens: number, result: Promise<boolean>) => {
      const isConsumed = await result;
      add(serviceId, tokens, isConsumed);
      return isConsumed;
    },
  };
}

/** Result of most requests, shared so that no promise is created for each. */
const CONSUMED = Promise.resolve(true);

/** Consumes tokens of the reservation and returns true; returns false when it holds fewer. */
function consumeReserved(reserved: ReservedTokens | undefined, tokens: number): boolean {
  if (reserved === undefined || reserved.available < tokens) return false;
  reserved.available -= tokens;
  return true;
}
