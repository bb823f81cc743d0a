import type { Config } from '../config/config.ts';
import { OperatorError } from '../errors.ts';
import { findIsolation } from '../extraction/isolation/find-isolation.ts';
import { createReaders, type RunningReaders } from '../extraction/reader/readers.ts';
import type { Logger } from '../log.ts';

type Parts = { config: Pick<Config, 'readers'>; log: Logger };

/**
 * Opens the readers of documents of a process, and logs what isolates them. Throws OperatorError where the kernel does not and
 * the operator requires it.
 */
export async function openReaders({ config, log }: Parts): Promise<RunningReaders> {
  const { max, isIsolationRequired } = config.readers;
  const isolation = await findIsolation();
  const fields = { readerIsolation: isolation.level };
  if (isolation.level === 'kernel') log.info(fields, 'the kernel isolates readers of documents');
  else if (isIsolationRequired)
    throw new OperatorError(
      `The kernel cannot isolate readers of documents (${isolation.reason}): see docs/extraction.md, or set READER_ISOLATION=preferred.`,
    );
  else
    log.warn(
      { ...fields, reason: isolation.reason },
      'Node alone isolates readers of documents, which code that takes one over can leave',
    );
  return createReaders(max);
}
