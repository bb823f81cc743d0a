/** Points that a service has left in the current window, as known to this process. */
export type Allowance = { limit: number; remaining: number; resetAt: Date };

/** An answer of the store that all processes share. */
export type Claim = {
  /** Points that are the process's own from now on. */
  granted: number;
  /** Points that no process has claimed yet. */
  unclaimed: number;
  /** Milliseconds until the window ends. */
  msLeft: number;
};

/**
 * Points of a service that one process has reserved. `resetAtMs` is by the clock of the process, in milliseconds since
 * 1970.
 */
export type Purse = { held: number; unclaimed: number; resetAtMs: number };

/** Number of reservations in a window, so that one statement serves many requests. */
const CLAIMS_PER_WINDOW = 100;

/** Returns the number of points to reserve for a cost of `points`: at least a hundredth of the limit. */
export function claimSize(limit: number, points: number): number {
  return Math.max(points, Math.floor(limit / CLAIMS_PER_WINDOW), 1);
}

/** Returns the granted part of a reservation. `consumed` are the points of all processes, including it. */
export function grantedOf(claimed: number, consumed: number, limit: number): number {
  return Math.min(claimed, Math.max(0, claimed + limit - consumed));
}

/** Adds a reservation. Points that were reserved before stay within the window and expire at its end. */
export function addClaim(purse: Purse | undefined, claim: Claim, nowMs: number): Purse {
  const { granted, unclaimed, msLeft } = claim;
  return { held: (purse?.held ?? 0) + granted, unclaimed, resetAtMs: nowMs + msLeft };
}
