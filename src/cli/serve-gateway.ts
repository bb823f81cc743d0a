import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import type { Replica } from '../db/replica.ts';
import { OperatorError } from '../errors.ts';
import { createLogger, type Logger } from '../log.ts';
import { type RunningServer, startServer } from '../server/start-server.ts';
import { type Demo, prepareDemo } from './demo.ts';
import { isLoopback } from './loopback.ts';
import { makeRoutines } from './make-routines.ts';
import { type OpenDatabase, openToServe } from './open-database.ts';
import { openReplica } from './open-replica.ts';
import { printLine } from './print.ts';
import { readConfig } from './read-config.ts';
import { runUntilSignal, type Stop } from './run-until-signal.ts';
import { describeStart } from './serve-text.ts';

/** Runs until a signal; throws OperatorError where it cannot start, with everything stopped again. */
export async function serveGateway(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  const begin = async (stopping: AbortSignal) => await start({ config, log, stopping });
  await runUntilSignal({ config, log, start: begin });
}

type Start = { config: Config; log: Logger; stopping: AbortSignal };

/** Answers how to stop what it started. */
async function start({ config, log, stopping }: Start): Promise<Stop> {
  const report = (message: string): void => log.warn(message);
  const database = await openToServe(config, { report, stopping });
  const { replica, close: closeReplica } = openReplica(config, database.db, log);
  try {
    const demo = database.isEmbedded ? await prepareDemo(database, config) : undefined;
    const server = await listen(config, { database, replica, log, demo });
    await demo?.begin(server.url);
    // Of several processes the one that started them says it.
    if (cluster.isWorker) process.send?.({ url: server.url });
    else printLine(await describeStart({ config, url: server.url, demo }));
    return async (delayMs) => {
      // Who tries it out on the embedded database has no other process to go to.
      const drainDelayMs = database.isEmbedded ? 0 : delayMs;
      log.info({ drainDelayMs }, 'stopping');
      await server.close(drainDelayMs);
      await closeReplica();
      await database.close();
    };
  } catch (error) {
    await closeReplica();
    await database.close();
    throw error;
  }
}

type Parts = {
  database: OpenDatabase;
  replica: Replica | undefined;
  log: Logger;
  demo: Demo | undefined;
};

async function listen(
  config: Config,
  { database, replica, log, demo }: Parts,
): Promise<RunningServer> {
  const forGraphiql =
    demo !== undefined && isLoopback(config.host) ? { demoHeaders: demo.headers } : {};
  try {
    const routines = makeRoutines(config, database.pool);
    return await startServer({ config, db: database.db, replica, log, routines, ...forGraphiql });
  } catch (cause) {
    const reason = reasons.get(cause instanceof Error && 'code' in cause ? cause.code : undefined);
    if (reason === undefined) throw cause;
    throw new OperatorError(`${config.host}:${config.port} ${reason}`, { cause });
  }
}

const reasons = new Map<unknown, string>([
  ['EADDRINUSE', 'is taken by another program: stop that one, or set PORT.'],
  ['EACCES', 'is not open to this user: set PORT to 1024 or above.'],
  ['EADDRNOTAVAIL', 'is no address of this machine: set HOST.'],
  ['ENOTFOUND', 'is no address of this machine: set HOST.'],
]);
