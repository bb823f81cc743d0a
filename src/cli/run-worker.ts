import { createFileVault } from '../adapters/files/file-vault.ts';
import type { Config } from '../config/config.ts';
import { startWorker } from '../jobs/worker.ts';
import { createLogger, type Logger } from '../log.ts';
import { openToWork } from './open-database.ts';
import { printLine } from './print.ts';
import { readConfig } from './read-config.ts';
import { runUntilSignal } from './run-until-signal.ts';

/** Does jobs until a signal, whatever WORKER says; throws OperatorError where it cannot start. */
export async function runWorker(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  await runUntilSignal({ config, log, start: async () => await start(config, log) });
}

/** Answers how to stop what it started. */
async function start(config: Config, log: Logger): Promise<() => Promise<void>> {
  const database = await openToWork(config, (message) => log.warn(message));
  try {
    const onFault = (error: unknown): void => log.error({ err: error }, 'a file was not scanned');
    const vault = await createFileVault({ options: config.files, onFault });
    const tools = { db: database.db, log, vault };
    const worker = startWorker({ tools, options: config.worker });
    // The worker's own waits keep no process alive.
    const timer = setInterval(() => undefined, 2 ** 31 - 1);
    printLine('The worker runs. Ctrl-C stops it.');
    return async () => {
      await worker.stop();
      clearInterval(timer);
      vault.close();
      await database.close();
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
