import { createFileVault, type FileVault } from '../adapters/files/file-vault.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log.ts';
import { type OpenReaders, openReaders } from './open-readers.ts';

export type PreparedFiles = {
  vault: FileVault;
  readers: OpenReaders;
  start: () => void;
  stop: () => void;
};

/**
 * Opens the file store and the document readers. `start` logs the isolation of the readers, and begins to delete the
 * remains of interrupted uploads once an hour. That is not a job, because the files are on this machine's disk and
 * another machine might run the job.
 */
export async function prepareFiles({
  config,
  log,
}: {
  config: Config;
  log: Logger;
}): Promise<PreparedFiles> {
  const onFault = (error: unknown): void => log.error({ err: error }, 'a file was not scanned');
  const readers = await openReaders({ config, log });
  const vault = await createFileVault({ options: config.files, onFault });
  let timer: NodeJS.Timeout | undefined;
  const sweepIncoming = (): void =>
    void vault
      .sweepIncoming()
      .catch((error: unknown) => log.error({ err: error }, 'broken uploads were not swept'));
  return {
    vault,
    readers,
    start: (): void => {
      readers.logIsolation();
      sweepIncoming();
      timer = setInterval(sweepIncoming, SWEEP_INCOMING_MS).unref();
    },
    stop: (): void => {
      clearInterval(timer);
      vault.close();
      readers.stop();
    },
  };
}

/** Interval at which the remains of broken uploads are deleted. */
const SWEEP_INCOMING_MS = 3_600_000;
