import { createFileVault } from '../../adapters/files/file-vault.ts';
import { createWebhookSender } from '../../adapters/webhooks/webhook-sender.ts';
import type { Config } from '../../config/config.ts';
import { OperatorError } from '../../errors.ts';
import { startReading, startWork } from '../../jobs/start-work.ts';
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

/**
 * Runs jobs until a stop signal, also when WORKER is off. Throws OperatorError when it cannot start. `only` restricts
 * the process to the jobs that read documents.
 */
export async function runWorker({ only }: { only?: 'documents' }): Promise<void> {
  const config = readConfig();
  if (only !== undefined && config.readers.max === 0)
    throw new OperatorError('No document can be read with READERS_MAX=0.');
  const log = openLog(config);
  const begin = async (stopping: AbortSignal) => await start({ config, log, stopping, only });
  await runUntilSignal({ config, log, start: begin });
}

type WorkerStart = {
  config: Config;
  log: Logger;
  stopping: AbortSignal;
  only: 'documents' | undefined;
};

/** Starts the worker; returns the function that stops it. */
async function start({ config, log, stopping, only }: WorkerStart): Promise<Stop> {
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
    const work = { tools, options: config.worker, webhookJobsMax: webhooks.jobsMax };
    const worker =
      only === 'documents'
        ? startReading(work)
        : startWork({ ...work, routines: await createRoutines(config, database) });
    // The timers of the worker are unref'd: this one, of the longest interval, keeps the process alive.
    const timer = setInterval(() => undefined, 2 ** 31 - 1);
    readers.logIsolation();
    readers.startTest();
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
