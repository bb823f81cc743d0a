import {
  addGrant,
  getReservationSize,
  type RateLimitStatus,
  type ReservedTokens,
  type TokenGrant,
} from '../../domain/access/rate-limit.ts';

/** Store of a rate limit, shared by all processes. */
export type RateLimitStore = {
  /** Reserves points of a service for this process; fewer when fewer are left in the window. */
  reserve: (serviceId: number, points: number) => Promise<TokenGrant>;
};

/** Rate limit of each service within a window. */
export type RateLimiter = {
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Consumes points and returns true. Consumes nothing and returns false when fewer are left. */
  consume: (serviceId: number, points: number) => Promise<boolean>;
  /** Returns the points that are left, as far as this process knows, and the end of the window. */
  getStatus: (serviceId: number) => RateLimitStatus;
  /** Consumed points and rejected requests of each service since the process started. */
  tallies: ReadonlyMap<number, RateLimitUsage>;
};

/** Consumed points, and number of rejected requests. */
export type RateLimitUsage = { spent: number; refused: number };

export type RateLimiterParts = {
  name: string;
  limit: number;
  windowSeconds: number;
  store: RateLimitStore;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/**
 * Creates a rate limiter that reserves a hundredth of the limit at a time in the shared store, so that most requests
 * need no statement. The reservations of all processes never exceed the limit. Points that one process has reserved are
 * not available to another.
 */
export function createRateLimiter(parts: RateLimiterParts): RateLimiter {
  const { name, limit, windowSeconds, store, now = Date.now } = parts;
  // Callers are authenticated, so there are at most as many entries as services.
  const reservations = new Map<number, ReservedTokens>();
  const tally = createTally();
  const pendingReservations = new Map<number, Promise<void>>();

  const findReservation = (serviceId: number): ReservedTokens | undefined => {
    const reservation = reservations.get(serviceId);
    const leftMs = (reservation?.resetAtMs ?? 0) - now();
    // A reservation that ends later than a whole window dates from before a clock adjustment.
    return leftMs > 0 && leftMs <= windowSeconds * 1000 ? reservation : undefined;
  };
  const reserve = async (serviceId: number, points: number): Promise<void> => {
    const missingPoints = points - (findReservation(serviceId)?.held ?? 0);
    const grant = await store.reserve(serviceId, getReservationSize(limit, missingPoints));
    reservations.set(serviceId, addGrant(findReservation(serviceId), grant, now()));
  };
  /** Joins the pending reservation of the service, or starts one: at most one statement per service at a time. */
  const joinReservation = async (serviceId: number, points: number): Promise<void> => {
    const pending = pendingReservations.get(serviceId);
    if (pending !== undefined) return await pending;
    const started = reserve(serviceId, points).finally(() => pendingReservations.delete(serviceId));
    pendingReservations.set(serviceId, started);
    await started;
  };

  const reserveAndConsume = async (serviceId: number, points: number): Promise<boolean> => {
    for (;;) {
      const reservation = findReservation(serviceId);
      if (takePoints(reservation, points)) return true;
      if (reservation?.unclaimed === 0) return false;
      await joinReservation(serviceId, points);
    }
  };

  return {
    name,
    limit,
    windowSeconds,
    tallies: tally.tallies,
    consume: (serviceId, points) =>
      takePoints(findReservation(serviceId), points)
        ? tally.recordConsumed(serviceId, points)
        : tally.recordResult(serviceId, points, reserveAndConsume(serviceId, points)),
    getStatus: (serviceId) => toStatus(findReservation(serviceId), parts, now),
  };
}

function toStatus(
  reservation: ReservedTokens | undefined,
  { limit, windowSeconds }: Pick<RateLimiterParts, 'limit' | 'windowSeconds'>,
  now: () => number,
): RateLimitStatus {
  return {
    limit,
    remaining: reservation === undefined ? limit : reservation.held + reservation.unclaimed,
    resetAt: new Date(reservation?.resetAtMs ?? now() + windowSeconds * 1000),
  };
}

/** Creates the usage counters of each service. */
function createTally() {
  const tallies = new Map<number, RateLimitUsage>();
  const record = (serviceId: number, points: number, isConsumed: boolean): void => {
    const usage = tallies.get(serviceId) ?? { spent: 0, refused: 0 };
    tallies.set(serviceId, usage);
    if (isConsumed) usage.spent += points;
    else usage.refused += 1;
  };
  return {
    tallies,
    recordConsumed: (serviceId: number, points: number): Promise<boolean> => {
      record(serviceId, points, true);
      return CONSUMED;
    },
    recordResult: async (serviceId: number, points: number, result: Promise<boolean>) => {
      const isConsumed = await result;
      record(serviceId, points, isConsumed);
      return isConsumed;
    },
  };
}

/** Result of most requests, shared so that no promise is created for each. */
const CONSUMED = Promise.resolve(true);

/** Takes reserved points and returns true. Takes nothing and returns false when fewer are reserved. */
function takePoints(reservation: ReservedTokens | undefined, points: number): boolean {
  if (reservation === undefined || reservation.held < points) return false;
  reservation.held -= points;
  return true;
}
