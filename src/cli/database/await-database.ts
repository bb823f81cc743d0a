import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { isTransient } from '../../db/hosts/connection-fault.ts';

/** Limits of the wait at start. */
export type StartWait = {
  waitMs: number;
  report: (message: string) => void;
  /** Signal that is aborted when the start is cancelled. */
  stopping: AbortSignal;
};

const RETRY_MS = 500;
const REPORT_EVERY_MS = 10_000;

/**
 * Retries until the database responds, at most for `waitMs`, and reports the reason of the wait every ten seconds.
 * Throws the last error, and permanent errors at once.
 */
export async function awaitDatabase<T>(
  connect: () => Promise<T>,
  { waitMs, report, stopping }: StartWait,
): Promise<T> {
  const deadline = performance.now() + waitMs;
  let reportAt = 0;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      const now = performance.now();
      if (!isTransient(causeOf(error)) || stopping.aborted || now >= deadline) throw error;
      if (now >= reportAt) {
        report(
          `The database does not answer yet (${describeFault(error)}); the start waits for it, ${Math.ceil((deadline - now) / 1000)} s at most.`,
        );
        reportAt = now + REPORT_EVERY_MS;
      }
    }
    await wait(Math.min(RETRY_MS, deadline - performance.now()), undefined, {
      signal: stopping,
    }).catch(() => undefined);
  }
}

/** Returns the error of the driver. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

/**
 * Reason in the words of the server, the pooler or the system. It concerns the connection, before any query, so that it
 * quotes no row and no password.
 */
export function describeFault(error: unknown): string {
  const cause = causeOf(error);
  if (cause instanceof DatabaseError) return cause.message;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string')
    return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}
