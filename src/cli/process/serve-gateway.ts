import cluster from 'node:cluster';
import type { Config } from '../../config/config.ts';
import type { Replica } from '../../db/replica.ts';
import type { Logger } from '../../log.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import type { Telemetry } from '../../telemetry/sources.ts';
import { openToServe, type ServedDatabase } from '../database/open-database.ts';
import { openReplica } from '../database/open-replica.ts';
import { type Demo, prepareDemo } from '../demo/demo.ts';
import { openLog } from '../log/open-log.ts';
import { isLoopback } from '../terminal/loopback.ts';
import { printLine, printLines } from '../terminal/print.ts';
import { readConfig } from '../terminal/read-config.ts';
import { createRoutines } from './create-routines.ts';
import { describeStart } from './describe-start.ts';
import { explainListenFault } from './listen-fault.ts';
import { runUntilSignal, type Stop } from './run-until-signal.ts';
import { watchAllServe } from './serving-processes.ts';
import { startProcessTelemetry } from './start-process-telemetry.ts';

/** Serves until a stop signal. When it cannot start, stops everything and throws OperatorError. */
export async function serveGateway(): Promise<void> {
  const config = readConfig();
  const log = openLog(config);
  const begin = async (stopping: AbortSignal) => await start({ config, log, stopping });
  await runUntilSignal({ config, log, start: begin });
}

type GatewayStart = { config: Config; log: Logger; stopping: AbortSignal };

/** Starts the gateway; returns the function that stops it. */
async function start({ config, log, stopping }: GatewayStart): Promise<Stop> {
  const report = (message: string): void => log.warn(message);
  if (config.databaseUrl === undefined)
    printLine(`Starting the embedded PostgreSQL in ${config.dataDir}.`);
  const database = await openToServe(config, { report, stopping });
  const { replica, close: closeReplica } = openReplica(config, database.db, log);
  let telemetry: Telemetry | undefined;
  const close = async (): Promise<void> => {
    await telemetry?.close();
    await closeReplica();
    await database.close();
  };
  try {
    const demo = database.owner && (await prepareDemo(database.owner, config, printLine));
    telemetry = await startProcessTelemetry(config, { database, log });
    const server = await listen(config, { database, replica, log, demo, telemetry });
    await demo?.populate(server.url);
    // With several processes, the parent process prints the URLs.
    if (cluster.isWorker) process.send?.({ url: server.url });
    else printLines(await describeStart({ config, url: server.url, demo }));
    server.testReaders();
    return async (requestedDelayMs) => {
      // No other process can serve the embedded database, so there is nothing to drain to.
      const drainDelayMs = database.owner === undefined ? requestedDelayMs : 0;
      log.info({ drainDelayMs }, 'stopping');
      await server.close(drainDelayMs);
      await close();
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type ServerParts = {
  database: ServedDatabase;
  replica: Replica | undefined;
  log: Logger;
  demo: Demo | undefined;
  telemetry: Telemetry | undefined;
};

async function listen(
  config: Config,
  { database, replica, log, demo, telemetry }: ServerParts,
): Promise<RunningServer> {
  const graphiqlOptions =
    demo !== undefined && isLoopback(config.host) ? { demoHeaders: demo.headers } : {};
  try {
    const routines = config.worker.isOn ? await createRoutines(config, database) : [];
    const { db } = database;
    const doAllServe = watchAllServe();
    const parts = { config, db, replica, log, routines, telemetry, doAllServe };
    return await startServer({ ...parts, ...graphiqlOptions });
  } catch (cause) {
    const { host, port } = config;
    throw explainListenFault(cause, { host, port, hostName: 'HOST', portName: 'PORT' });
  }
}
