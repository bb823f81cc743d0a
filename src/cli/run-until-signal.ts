import closeWithGrace from 'close-with-grace';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log.ts';
import { onStopSignals } from './signals.ts';

/** Time to stop the embedded PostgreSQL, after the work under way has had its own. */
const DATABASE_STOP_MS = 30_000;

export type LongRun = {
  config: Config;
  log: Logger;
  /** Answers how to stop what it started; where it throws it has stopped everything itself. */
  start: () => Promise<() => Promise<void>>;
};

/** Starts what runs until a signal comes, or an unexpected fault, and stops it then; throws what the start throws. */
export async function runUntilSignal({ config, log, start }: LongRun): Promise<void> {
  const starting = start();
  const delay = config.shutdownTimeoutMs + DATABASE_STOP_MS;
  const grace = closeWithGrace(
    // Signals are ours, so that one Ctrl-C under npm, which arrives twice, does not count as two.
    { delay, logger: false, skip: ['SIGINT', 'SIGTERM', 'SIGHUP'] },
    async ({ err }) => {
      if (err !== undefined) log.fatal({ err }, 'unexpected fault, stopping');
      // A start under way is waited for: it knows what it has opened.
      const close = await starting.catch(() => undefined);
      await close?.();
    },
  );
  onStopSignals(grace.close);
  await starting.catch((error: unknown) => {
    grace.uninstall();
    throw error;
  });
}
