/** Tokens that a service has left in the current window, as known to this process. */
export type RateLimitStatus = { limit: number; remaining: number; resetAt: Date };

/** Reservation granted by the store that all processes share. */
export type TokenGrant = {
  /** Tokens reserved for the process. */
  granted: number;
  /** Tokens that no process has reserved yet. */
  unreserved: number;
  /** Milliseconds until the window ends. */
  msLeft: number;
};

/**
 * Tokens of a service that one process has reserved. `resetAtMs` is by the clock of the process, in milliseconds since
 * 1970.
 */
export type ReservedTokens = { available: number; unreserved: number; resetAtMs: number };

/** Number of reservations in a window, so that one statement serves many requests. */
const RESERVATIONS_PER_WINDOW = 100;

/** Returns the number of tokens to reserve for a cost of `tokens`: at least a hundredth of the limit. */
export function getReservationSize(limit: number, tokens: number): number {
  return Math.max(tokens, Math.floor(limit / RESERVATIONS_PER_WINDOW), 1);
}

/** Returns the granted part of a reservation. `consumed` are the tokens of all processes, with the reservation. */
export function getGrantedTokens(requested: number, consumed: number, limit: number): number {
  return Math.min(requested, Math.max(0, requested + limit - consumed));
}

/** Adds a granted reservation. Tokens reserved before stay within the window and expire at its end. */
export function addGrant(
  reserved: ReservedTokens | undefined,
  grant: TokenGrant,
  nowMs: number,
): ReservedTokens {
  const { granted, unreserved, msLeft } = grant;
  return { available: (reserved?.available ?? 0) + granted, unreserved, resetAtMs: nowMs + msLeft };
}
