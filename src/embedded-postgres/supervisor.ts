import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import { stopOrphans, stopServer } from './postmaster.ts';
import { sendSignal } from './processes.ts';
import { type RunningServer, type ServerOptions, startServerProcess } from './server.ts';

/**
 * Maximum numbers of attempts to start while ports are taken, and to restart after a crash, with the pause before each.
 */
const START_ATTEMPTS = 3;
const RESTART_ATTEMPTS = 5;
const RESTART_PAUSE_MS = 500;

export type SupervisedServer = { port: number; stop: () => Promise<void> };

/** Runs the server until `stop` is called. Restarts it on the same port after a crash, in up to five attempts. */
export async function superviseServer(
  options: ServerOptions,
  report: (message: string) => void,
): Promise<SupervisedServer> {
  await stopOrphans(options.cluster);
  let server = await startOnFreePort(options);
  let isStopping = false;
  let restart = Promise.resolve();

  // When this process exits without calling stop, the signal still makes the server shut down.
  const stopAtExit = () => {
    if (isRunning(server)) sendSignal(server.pid, 'SIGINT');
  };
  const watch = () => {
    server.child.once('exit', () => {
      if (!isStopping) restart = restartServer();
    });
  };
  const restartServer = async () => {
    report('The embedded PostgreSQL ended unexpectedly and is started again.');
    const restarted = await tryRestart(options, server.port, () => isStopping);
    if (restarted === undefined) {
      report('The embedded PostgreSQL could not be started again.');
      return;
    }
    server = restarted;
    watch();
  };

  watch();
  process.once('exit', stopAtExit);
  const stop = async () => {
    isStopping = true;
    await restart;
    if (isRunning(server)) await stopServer(server.pid);
    process.off('exit', stopAtExit);
  };
  return { port: server.port, stop };
}

/** True while the server has not ended; afterwards its process id may be reused. */
function isRunning(server: RunningServer): boolean {
  return server.child.exitCode === null && server.child.signalCode === null;
}

/** Starts the server on a free port, and retries when another process takes the port first. */
async function startOnFreePort(options: ServerOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServerProcess(options);
    } catch (error) {
      if (attempt === START_ATTEMPTS || !isPortTaken(error)) throw error;
    }
  }
}

function isPortTaken(error: unknown): boolean {
  return (
    error instanceof OperatorError && error.message.includes('could not create any TCP/IP sockets')
  );
}

async function tryRestart(
  options: ServerOptions,
  port: number,
  isStopping: () => boolean,
): Promise<RunningServer | undefined> {
  for (let attempt = 1; attempt <= RESTART_ATTEMPTS; attempt += 1) {
    await wait(RESTART_PAUSE_MS);
    if (isStopping()) return undefined;
    await stopOrphans(options.cluster).catch(() => undefined);
    const server = await startServerProcess(options, port).catch(() => undefined);
    if (server !== undefined) return server;
  }
  return undefined;
}
