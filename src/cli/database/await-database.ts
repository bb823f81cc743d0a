import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { isTransient } from '../../db/hosts/connection-fault.ts';

/** Limits for waiting at start. */
export type Patience = {
  waitMs: number;
  report: (message: string) => void;
  /** Signal that is aborted when the start is cancelled. */
  stopping: AbortSignal;
};

const ASK_AGAIN_MS = 500;
const REPORT_EVERY_MS = 10_000;

/**
 * Asks until the database answers, at most for `waitMs`, and reports now and then that it waits and why. Throws what the last
 * asking threw, and at once what no waiting mends.
 */
export async function awaitDatabase<T>(
  ask: () => Promise<T>,
  { waitMs, report, stopping }: Patience,
): Promise<T> {
  const until = performance.now() + waitMs;
  let reportAt = 0;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const now = performance.now();
      if (!isTransient(causeOf(error)) || stopping.aborted || now >= until) throw error;
      if (now >= reportAt) {
        report(
          `The database does not answer yet (${describeFault(error)}); the start waits for it, ${Math.ceil((until - now) / 1000)} s at most.`,
        );
        reportAt = now + REPORT_EVERY_MS;
      }
    }
    await wait(Math.min(ASK_AGAIN_MS, until - performance.now()), undefined, {
      signal: stopping,
    }).catch(() => undefined);
  }
}

/** Returns the error of the driver. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

/**
 * Reason in the words of the server, the pooler or the system. Nothing was asked of a table yet, so that it is about the
 * connection: it quotes no row and no password.
 */
export function describeFault(error: unknown): string {
  const cause = causeOf(error);
  if (cause instanceof DatabaseError) return cause.message;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string')
    return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}
