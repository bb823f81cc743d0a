import type { Config } from '../../config/config.ts';
import { openLog } from '../log/open-log.ts';
import { printLines } from '../terminal/print.ts';
import { onStopSignals } from '../terminal/signals.ts';
import { toProcessPoolSize } from './count-processes.ts';
import { describeStart } from './describe-start.ts';
import { DATABASE_STOP_MS } from './run-until-signal.ts';
import { ServingProcesses } from './serving-processes.ts';

/** Additional time for a process to end by itself before it is killed. */
const MARGIN_MS = 5_000;

/**
 * Runs `count` serving processes until a stop signal, forwards it to them, and exits. When the first process cannot
 * start, it prints the reason itself, and this process exits with code 1.
 */
export async function serveByProcesses(config: Config, count: number): Promise<void> {
  const log = openLog(config, (signal) => processes.forwardSignal(signal));
  const { poolSize } = config.database;
  const metricsPort = config.telemetry.metrics?.port ?? 0;
  const processes: ServingProcesses = new ServingProcesses({
    count,
    createEnv: (index, url) => ({
      DATABASE_POOL_SIZE: String(toProcessPoolSize(poolSize, count, index)),
      // Each process serves its own metrics on a port of its own.
      ...(metricsPort > 0 && { METRICS_PORT: String(metricsPort + index) }),
      // PORT=0 lets the first process choose a port, which the others then share.
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
