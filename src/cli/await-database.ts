import { setTimeout as wait } from 'node:timers/promises';
import { mayComeBack } from '../db/wire/away.ts';

/** What a start has to wait with. */
export type Patience = {
  waitMs: number;
  report: (message: string) => void;
  /** Aborted when nobody wants it any more. */
  stopping: AbortSignal;
};

const ASK_AGAIN_MS = 500;
const REPORT_EVERY_MS = 10_000;

/**
 * Asks until the database answers, at most for `waitMs`, and reports now and then that it waits. Throws what the last asking
 * threw, and at once what no waiting mends.
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
      if (!mayComeBack(causeOf(error)) || stopping.aborted || now >= until) throw error;
      if (now >= reportAt) {
        report(
          `The database does not answer yet; the start waits for it, ${Math.ceil((until - now) / 1000)} s at most.`,
        );
        reportAt = now + REPORT_EVERY_MS;
      }
    }
    await wait(Math.min(ASK_AGAIN_MS, until - performance.now()), undefined, {
      signal: stopping,
    }).catch(() => undefined);
  }
}

/** What the driver has said of it. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}
