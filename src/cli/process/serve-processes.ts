import type { Config } from '../../config/config.ts';
import { openLog } from '../log/open-log.ts';
import { printLines } from '../terminal/print.ts';
import { onStopSignals } from '../terminal/signals.ts';
import { divideConnections } from './count-processes.ts';
import { DATABASE_STOP_MS } from './run-until-signal.ts';
import { describeStart } from './serve-text.ts';
import { ServingProcesses } from './serving-processes.ts';

/** Time for a process to end by itself, after everything it waits for. */
const MARGIN_MS = 5_000;

/**
 * Runs that many serving processes until a signal, which each of them receives. When the first cannot start, it has
 * printed the reason, and this process ends with its code.
 */
export async function serveByProcesses(config: Config, count: number): Promise<void> {
  const log = openLog(config, (signal) => processes.forwardSignal(signal));
  const { poolSize } = config.database;
  const metricsPort = config.telemetry.metrics?.port ?? 0;
  const processes: ServingProcesses = new ServingProcesses({
    count,
    envOf: (index, url) => ({
      DATABASE_POOL_SIZE: String(divideConnections(poolSize, count, index)),
      // Each process serves its own metrics on a port of its own.
      ...(metricsPort > 0 && { METRICS_PORT: String(metricsPort + index) }),
      // With port 0, the port is now that of the first process.
      ...(url !== undefined && { PORT: new URL(url).port || '80' }),
    }),
    log,
  });
  const killAfterMs = config.drainDelayMs + config.shutdownTimeoutMs + DATABASE_STOP_MS + MARGIN_MS;
  onStopSignals((signal) => processes.stop(signal, killAfterMs));
  const url = await processes.start();
  if (url !== undefined) printLines(await describeStart({ config, url, demo: undefined }));
  else if (!processes.isStopping()) process.exit(1);
  await processes.waitForEnd();
  process.exit(0);
}
