import closeWithGrace from 'close-with-grace';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log.ts';
import { onStopSignals } from '../terminal/signals.ts';

/** Time to stop the embedded PostgreSQL, after requests and jobs have ended. */
export const DATABASE_STOP_MS = 30_000;

/** Stops everything that was started, after `drainDelayMs`, in which load balancers notice the shutdown. */
export type Stop = (drainDelayMs: number) => Promise<void>;

export type ProcessRun = {
  config: Config;
  log: Logger;
  /** Starts the process. Must stop everything again before it throws. `stopping` aborts when the start is cancelled. */
  start: (stopping: AbortSignal) => Promise<Stop>;
};

/** Runs a process until a stop signal or an unexpected error, and stops it. Rethrows the error of its start. */
export async function runUntilSignal({ config, log, start }: ProcessRun): Promise<void> {
  const stopping = new AbortController();
  let drainDelayMs = 0;
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
      // Only a start that has ended knows what must be stopped.
      const stop = await starting.catch(() => undefined);
      await stop?.(drainDelayMs);
    },
  );
  onStopSignals((name) => {
    // Service managers send SIGTERM; behind a terminal there is no load balancer.
    if (name === 'SIGTERM') drainDelayMs = config.drainDelayMs;
    grace.close();
  });
  await starting.catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    grace.uninstall();
    throw error;
  });
}
