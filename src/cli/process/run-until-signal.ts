import closeWithGrace from 'close-with-grace';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log.ts';
import { onStopSignals } from '../terminal/signals.ts';

/** Time to stop the embedded PostgreSQL, after running work has ended. */
export const DATABASE_STOP_MS = 30_000;

/** Stops the started parts. Load balancers have `delayMs` to notice. */
export type Stop = (delayMs: number) => Promise<void>;

export type ProcessRun = {
  config: Config;
  log: Logger;
  /** Starts the parts. After an error, everything is stopped. `stopping` is aborted when the start is cancelled. */
  start: (stopping: AbortSignal) => Promise<Stop>;
};

/** Runs a process until a signal or an unexpected fault, and stops it; rethrows the error of its start. */
export async function runUntilSignal({ config, log, start }: ProcessRun): Promise<void> {
  const stopping = new AbortController();
  let delayMs = 0;
  const starting = start(stopping.signal);
  const grace = closeWithGrace(
    // Signals are handled here, so that one Ctrl-C under npm, which arrives twice, does not count as two.
    {
      delay: config.drainDelayMs + config.shutdownTimeoutMs + DATABASE_STOP_MS,
      logger: false,
      skip: ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'],
    },
    async ({ err }) => {
      if (err !== undefined) log.fatal({ err }, 'unexpected fault, stopping');
      stopping.abort();
      // A start in progress is awaited, because it knows what it has opened.
      const stop = await starting.catch(() => undefined);
      await stop?.(delayMs);
    },
  );
  onStopSignals((name) => {
    // Service managers send this signal; at a terminal there is no load balancer.
    if (name === 'SIGTERM') delayMs = config.drainDelayMs;
    grace.close();
  });
  await starting.catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    grace.uninstall();
    throw error;
  });
}
