import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log.ts';
import type { Telemetry } from '../../telemetry/sources.ts';
import { startTelemetry } from '../../telemetry/start-telemetry.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { readVersion } from '../terminal/version.ts';
import { listenFault } from './listen-fault.ts';

type Watched = { database: Pick<OpenDatabase, 'db' | 'pool' | 'turns'>; log: Logger };

/**
 * Metrics and traces of a process that goes on, as the operator wants them; undefined where that is nothing. Throws
 * OperatorError where the port of the metrics cannot be had.
 */
export async function watchProcess(
  config: Pick<Config, 'telemetry' | 'database' | 'quotas'>,
  { database, log }: Watched,
): Promise<Telemetry | undefined> {
  const { db, pool, turns } = database;
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
        ...(turns === undefined ? {} : { turns: () => turns.read() }),
      },
    });
    if (telemetry?.metricsUrl !== undefined)
      log.info({ url: telemetry.metricsUrl }, 'metrics are served');
    return telemetry;
  } catch (cause) {
    const { host = '', port = 0 } = config.telemetry.metrics ?? {};
    throw listenFault(cause, { host, port, hostName: 'METRICS_HOST', portName: 'METRICS_PORT' });
  }
}
