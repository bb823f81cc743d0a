import { createFileVault } from '../../adapters/files/file-vault.ts';
import { createWebhookSender } from '../../adapters/webhooks/webhook-sender.ts';
import type { Config } from '../../config/config.ts';
import { startWork } from '../../jobs/start-work.ts';
import type { Logger } from '../../log.ts';
import { openListCaches } from '../../server/open-list-caches.ts';
import { openReaders } from '../../server/open-readers.ts';
import type { Telemetry } from '../../telemetry/sources.ts';
import { openToWork } from '../database/open-database.ts';
import { openLog } from '../log/open-log.ts';
import { printLine } from '../terminal/print.ts';
import { readConfig } from '../terminal/read-config.ts';
import { createRoutines } from './create-routines.ts';
import { runUntilSignal, type Stop } from './run-until-signal.ts';
import { startProcessTelemetry } from './start-process-telemetry.ts';

/** Runs jobs until a stop signal, also when WORKER is off. Throws OperatorError when it cannot start. */
export async function runWorker(): Promise<void> {
  const config = readConfig();
  const log = openLog(config);
  const begin = async (stopping: AbortSignal) => await start({ config, log, stopping });
  await runUntilSignal({ config, log, start: begin });
}

type WorkerStart = { config: Config; log: Logger; stopping: AbortSignal };

/** Starts the worker; returns the function that stops it. */
async function start({ config, log, stopping }: WorkerStart): Promise<Stop> {
  const report = (message: string): void => log.warn(message);
  const database = await openToWork(config, { report, stopping });
  let telemetry: Telemetry | undefined;
  try {
    telemetry = await startProcessTelemetry(config, { database, log });
    const onFault = (error: unknown): void => log.error({ err: error }, 'a file was not scanned');
    const readers = await openReaders({ config, log });
    const vault = await createFileVault({ options: config.files, onFault });
    telemetry?.watch({ readers: readers.getStats, disk: vault.readDiskSpace });
    const webhooks = createWebhookSender(config.webhooks);
    const { db } = database;
    const listMemory = openListCaches({ config, db, log });
    const { lookBack } = config;
    const tools = { db, log, vault, readers, listMemory, lookBack, webhooks };
    const webhookJobsMax = webhooks.jobsMax;
    const routines = await createRoutines(config, database);
    const worker = startWork({ tools, options: config.worker, webhookJobsMax, routines });
    // The timers of the worker are unref'd: this one, of the longest interval, keeps the process alive.
    const timer = setInterval(() => undefined, 2 ** 31 - 1);
    readers.logIsolation();
    printLine('The worker is running. Press Ctrl-C to stop it.');
    return async () => {
      await worker.stop();
      await listMemory.close();
      clearInterval(timer);
      vault.close();
      readers.stop();
      await telemetry?.close();
      await database.close();
    };
  } catch (error) {
    await telemetry?.close();
    await database.close();
    throw error;
  }
}
