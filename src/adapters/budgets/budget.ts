import {
  addGrant,
  getReservationSize,
  type RateLimitStatus,
  type ReservedTokens,
  type TokenGrant,
} from '../../domain/access/rate-limit.ts';

/** Store of rate limits, shared by all processes. Grants what is left when that is less than requested. */
export type BudgetStore = { claim: (serviceId: number, points: number) => Promise<TokenGrant> };

/** Rate limit of each service within a window. */
export type Budget = {
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Consumes points and returns true. Consumes nothing and returns false when fewer are left. */
  spend: (serviceId: number, points: number) => Promise<boolean>;
  allowance: (serviceId: number) => RateLimitStatus;
  /** Consumed and rejected points of each service since the process started. */
  tallies: ReadonlyMap<number, BudgetTally>;
};

/** Consumed points and number of rejected requests. */
export type BudgetTally = { spent: number; refused: number };

export type BudgetParts = {
  name: string;
  limit: number;
  windowSeconds: number;
  store: BudgetStore;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/**
 * Creates a rate limit of which this process reserves a hundredth at a time, so that most requests need no statement.
 * The reservations of all processes never exceed the limit; points reserved by one process are not available to
 * another.
 */
export function createBudget(parts: BudgetParts): Budget {
  const { name, limit, windowSeconds, store, now = Date.now } = parts;
  // Callers are authenticated, so there are at most as many entries as services.
  const purses = new Map<number, ReservedTokens>();
  const tally = createTally();
  const claims = new Map<number, Promise<void>>();

  const openPurse = (serviceId: number): ReservedTokens | undefined => {
    const purse = purses.get(serviceId);
    const leftMs = (purse?.resetAtMs ?? 0) - now();
    // A reservation that ends later than a whole window dates from before a clock adjustment.
    return leftMs > 0 && leftMs <= windowSeconds * 1000 ? purse : undefined;
  };
  const claim = async (serviceId: number, points: number): Promise<void> => {
    const lacking = points - (openPurse(serviceId)?.available ?? 0);
    const answer = await store.claim(serviceId, getReservationSize(limit, lacking));
    purses.set(serviceId, addGrant(openPurse(serviceId), answer, now()));
  };
  /** Requests during a pending claim wait for it. */
  const claimOnce = async (serviceId: number, points: number): Promise<void> => {
    const pending = claims.get(serviceId);
    if (pending !== undefined) return await pending;
    const own = claim(serviceId, points).finally(() => claims.delete(serviceId));
    claims.set(serviceId, own);
    await own;
  };

  const claimAndSpend = async (serviceId: number, points: number): Promise<boolean> => {
    for (;;) {
      const purse = openPurse(serviceId);
      if (payFrom(purse, points)) return true;
      if (purse?.unclaimed === 0) return false;
      await claimOnce(serviceId, points);
    }
  };

  return {
    name,
    limit,
    windowSeconds,
    tallies: tally.tallies,
    spend: (serviceId, points) =>
      payFrom(openPurse(serviceId), points)
        ? tally.paid(serviceId, points)
        : tally.whenPaid(serviceId, points, claimAndSpend(serviceId, points)),
    allowance: (serviceId) => allowanceOf(openPurse(serviceId), parts, now),
  };
}

function allowanceOf(
  purse: ReservedTokens | undefined,
  { limit, windowSeconds }: Pick<BudgetParts, 'limit' | 'windowSeconds'>,
  now: () => number,
): RateLimitStatus {
  return {
    limit,
    remaining: purse === undefined ? limit : purse.available + purse.unclaimed,
    resetAt: new Date(purse?.resetAtMs ?? now() + windowSeconds * 1000),
  };
}

/** Creates the counters, with one entry for each service. */
function createTally() {
  const tallies = new Map<number, BudgetTally>();
  const note = (serviceId: number, points: number, isPaid: boolean): void => {
    const own = tallies.get(serviceId) ?? { spent: 0, refused: 0 };
    tallies.set(serviceId, own);
    if (isPaid) own.spent += points;
    else own.refused += 1;
  };
  return {
    tallies,
    paid: (serviceId: number, points: number): Promise<boolean> => {
      note(serviceId, points, true);
      return PAID;
    },
    whenPaid: async (serviceId: number, points: number, paid: Promise<boolean>) => {
      const isPaid = await paid;
      note(serviceId, points, isPaid);
      return isPaid;
    },
  };
}

/** Result of most requests, shared so that no promise is created for each. */
const PAID = Promise.resolve(true);

function payFrom(purse: ReservedTokens | undefined, points: number): boolean {
  if (purse === undefined || purse.available < points) return false;
  purse.available -= points;
  return true;
}
