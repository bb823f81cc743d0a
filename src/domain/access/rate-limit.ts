/** Tokens that a service has left in the current window, as known to this process. */
export type RateLimitStatus = { limit: number; remaining: number; resetAt: Date };

/** Tokens reserved in the store that all processes share. */
export type TokenGrant = {
  /** Tokens reserved for the process. */
  granted: number;
  /** Tokens that no process has reserved yet. */
  unclaimed: number;
  /** Milliseconds until the window ends. */
  msLeft: number;
};

/**
 * Tokens of a service that one process has reserved. `resetAtMs` is by the clock of the process, in milliseconds since
 * 1970.
 */
export type ReservedTokens = { available: number; unclaimed: number; resetAtMs: number };

/** Number of reservations in a window, so that one statement serves many requests. */
const RESERVATIONS_PER_WINDOW = 100;

/** Returns the number of tokens to reserve for a request of the given cost: at least a hundredth of the limit. */
export function getReservationSize(limit: number, cost: number): number {
  return Math.max(cost, Math.floor(limit / RESERVATIONS_PER_WINDOW), 1);
}

/**
 * Returns how many of the requested tokens fit in the limit. `consumed` counts the tokens of all processes, including
 * the requested ones.
 */
export function getGrantedTokens(requested: number, consumed: number, limit: number): number {
  return Math.min(requested, Math.max(0, requested + limit - consumed));
}

/** Adds a granted reservation to the tokens left of earlier ones. All expire at the end of the window. */
export function addGrant(
  reserved: ReservedTokens | undefined,
  grant: TokenGrant,
  nowMs: number,
): ReservedTokens {
  const { granted, unclaimed, msLeft } = grant;
  return { available: (reserved?.available ?? 0) + granted, unclaimed, resetAtMs: nowMs + msLeft };
}
