import type { Config } from '../config/config.ts';
import { OperatorError } from '../errors.ts';
import { findIsolation, type Isolation } from '../extraction/isolation/find-isolation.ts';
import { createReaders, type RunningReaders } from '../extraction/reader/readers.ts';
import type { Logger } from '../log.ts';

type Parts = { config: Pick<Config, 'readers'>; log: Logger };

export type OpenReaders = RunningReaders & {
  /** Logs the isolation level of the readers, once the process has started. */
  logIsolation: () => void;
};

/**
 * Opens the document readers of a process. Throws OperatorError when the kernel cannot isolate them and the operator
 * requires it.
 */
export async function openReaders({ config, log }: Parts): Promise<OpenReaders> {
  const { max, isIsolationRequired } = config.readers;
  const isolation = await findIsolation();
  if (isolation.level !== 'kernel' && isIsolationRequired)
    throw new OperatorError(
      `The kernel cannot isolate readers of documents (${isolation.reason}): see docs/operate/security.md, or set READER_ISOLATION=preferred.`,
    );
  return { ...createReaders(max), logIsolation: () => logIsolation(isolation, log) };
}

function logIsolation(isolation: Isolation, log: Logger): void {
  const fields = { readerIsolation: isolation.level };
  if (isolation.level === 'kernel') log.info(fields, 'the kernel isolates readers of documents');
  else
    log.warn(
      { ...fields, reason: isolation.reason },
      'Node alone isolates readers of documents, which code that takes one over can leave',
    );
}
