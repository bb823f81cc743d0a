/** What a service may still spend in the window under way, as far as this process knows. In points. */
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

/** What one process holds of a service's budget; `resetAtMs` is by its own clock, in milliseconds since 1970. */
export type Purse = { held: number; unclaimed: number; resetAtMs: number };

/** A window is cut into this many claims, so that the store is asked once for many requests. */
const CLAIMS_PER_WINDOW = 100;

/** How many points to claim so that `points` can be paid: at least a hundredth of the limit. */
export function claimSize(limit: number, points: number): number {
  return Math.max(points, Math.floor(limit / CLAIMS_PER_WINDOW), 1);
}

/** What of a claim is granted where the store counts `consumed` points with it, of all processes. */
export function grantedOf(claimed: number, consumed: number, limit: number): number {
  return Math.min(claimed, Math.max(0, claimed + limit - consumed));
}

/** A purse after a claim; what it held is kept within a window and lost at its end. */
export function addClaim(purse: Purse | undefined, claim: Claim, nowMs: number): Purse {
  const { granted, unclaimed, msLeft } = claim;
  return { held: (purse?.held ?? 0) + granted, unclaimed, resetAtMs: nowMs + msLeft };
}
