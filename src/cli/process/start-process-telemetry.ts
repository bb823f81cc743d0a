import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log.ts';
import type { Telemetry } from '../../telemetry/sources.ts';
import { startTelemetry } from '../../telemetry/start-telemetry.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { readVersion } from '../terminal/version.ts';
import { explainListenFault } from './listen-fault.ts';

type ProcessParts = { database: Pick<OpenDatabase, 'db' | 'pool' | 'semaphore'>; log: Logger };

/**
 * Starts the metrics and traces of a long-running process. Returns undefined when neither is configured. Throws
 * OperatorError when the metrics port cannot be used.
 */
export async function startProcessTelemetry(
  config: Pick<Config, 'telemetry' | 'database' | 'quotas'>,
  { database, log }: ProcessParts,
): Promise<Telemetry | undefined> {
  const { db, pool, semaphore } = database;
  const max = config.database.poolSize;
  try {
    const telemetry = await startTelemetry({
      options: config.telemetry,
      version: await readVersion(),
      db,
      log,
      quotas: config.quotas,
      sources: {
        connections: () => ({
          max,
          total: pool.totalCount,
          idle: pool.idleCount,
          waiting: pool.waitingCount,
        }),
        ...(semaphore === undefined ? {} : { permits: () => semaphore.getCounts() }),
      },
    });
    if (telemetry?.metricsUrl !== undefined)
      log.info({ url: telemetry.metricsUrl }, 'metrics are served');
    return telemetry;
  } catch (cause) {
    const { host = '', port = 0 } = config.telemetry.metrics ?? {};
    throw explainListenFault(cause, {
      host,
      port,
      hostName: 'METRICS_HOST',
      portName: 'METRICS_PORT',
    });
  }
}
