import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { isTransient } from '../../db/hosts/connection-fault.ts';

/** Options of the wait for the database at start. */
export type WaitOptions = {
  waitMs: number;
  report: (message: string) => void;
  /** Signal that is aborted when the start is cancelled. */
  stopping: AbortSignal;
};

const RETRY_MS = 500;
const REPORT_EVERY_MS = 10_000;

/**
 * Retries `connect` until the database responds, for at most `waitMs`, and reports the reason of the wait every ten
 * seconds. Throws a permanent error at once, and the last transient one when the time is over or the start is
 * cancelled.
 */
export async function awaitDatabase<T>(
  connect: () => Promise<T>,
  { waitMs, report, stopping }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + waitMs;
  let reportAt = 0;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      const now = performance.now();
      if (!isTransient(getCause(error)) || stopping.aborted || now >= deadline) throw error;
      if (now >= reportAt) {
        report(
          `The database does not respond yet (${describeFault(error)}); the start waits for it, ${Math.ceil((deadline - now) / 1000)} s at most.`,
        );
        reportAt = now + REPORT_EVERY_MS;
      }
    }
    await wait(Math.min(RETRY_MS, deadline - performance.now()), undefined, {
      signal: stopping,
    }).catch(() => undefined);
  }
}

/** Returns the error that the driver threw, which other errors may wrap as their cause. */
export function getCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

/**
 * Returns the reason of a failed connection: the message of the server or pooler, or the error code of the system. It
 * precedes any query, so it quotes no row and no password.
 */
export function describeFault(error: unknown): string {
  const cause = getCause(error);
  if (cause instanceof DatabaseError) return cause.message;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string')
    return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}
