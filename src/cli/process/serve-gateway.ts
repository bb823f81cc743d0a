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
import { printLines } from '../terminal/print.ts';
import { readConfig } from '../terminal/read-config.ts';
import { explainListenFault } from './listen-fault.ts';
import { makeRoutines } from './make-routines.ts';
import { runUntilSignal, type Stop } from './run-until-signal.ts';
import { describeStart } from './serve-text.ts';
import { watchOthers } from './serving-processes.ts';
import { watchProcess } from './watch-process.ts';

/** Serves until a signal; throws OperatorError when it cannot start, after stopping everything. */
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
  const database = await openToServe(config, { report, stopping });
  const { replica, close: closeReplica } = openReplica(config, database.db, log);
  let telemetry: Telemetry | undefined;
  const close = async (): Promise<void> => {
    await telemetry?.close();
    await closeReplica();
    await database.close();
  };
  try {
    const demo = database.owner && (await prepareDemo(database.owner, config));
    telemetry = await watchProcess(config, { database, log });
    const server = await listen(config, { database, replica, log, demo, telemetry });
    await demo?.begin(server.url);
    // With several processes, the parent prints it.
    if (cluster.isWorker) process.send?.({ url: server.url });
    else printLines(await describeStart({ config, url: server.url, demo }));
    return async (delayMs) => {
      // On the embedded database there is no other process to take over.
      const drainDelayMs = database.owner === undefined ? delayMs : 0;
      log.info({ drainDelayMs }, 'stopping');
      await server.close(drainDelayMs);
      await close();
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Parts = {
  database: ServedDatabase;
  replica: Replica | undefined;
  log: Logger;
  demo: Demo | undefined;
  telemetry: Telemetry | undefined;
};

async function listen(
  config: Config,
  { database, replica, log, demo, telemetry }: Parts,
): Promise<RunningServer> {
  const forGraphiql =
    demo !== undefined && isLoopback(config.host) ? { demoHeaders: demo.headers } : {};
  try {
    const routines = config.worker.isOn ? await makeRoutines(config, database) : [];
    const { db } = database;
    const doAllServe = watchOthers();
    const parts = { config, db, replica, log, routines, telemetry, doAllServe };
    return await startServer({ ...parts, ...forGraphiql });
  } catch (cause) {
    const { host, port } = config;
    throw explainListenFault(cause, { host, port, hostName: 'HOST', portName: 'PORT' });
  }
}
