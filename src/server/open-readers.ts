import type { Config } from '../config/config.ts';
import { OperatorError } from '../errors.ts';
import { findIsolation, type Isolation } from '../extraction/isolation/find-isolation.ts';
import { createReaders, type RunningReaders } from '../extraction/reader/readers.ts';
import type { Logger } from '../log.ts';

type Parts = {
  config: Pick<Config, 'readers'>;
  log: Logger;
  /** File of the program of the readers. Default: that of the product. */
  program?: string;
};

export type OpenReaders = Omit<RunningReaders, 'test'> & {
  /** Logs the isolation level of the readers, once the process has started. */
  logIsolation: () => void;
  /**
   * Tests in the background whether a reader can start and read, unless one has read a document before. Logs the
   * result, and repeats a failed test every five minutes. Does nothing without readers.
   */
  startTest: (delayMs?: number) => void;
};

/** Time between the start of the process and the test, so that it delays neither the warm-up nor first documents. */
const TEST_DELAY_MS = 5_000;
/** Time after a failed test until the next one, which notices a repair. */
const RETRY_MS = 300_000;

/**
 * Opens the document readers of a process. Throws OperatorError when the kernel cannot isolate them and the operator
 * requires it.
 */
export async function openReaders({ config, log, program }: Parts): Promise<OpenReaders> {
  const { max, isIsolationRequired } = config.readers;
  const isolation = await findIsolation();
  if (isolation.level !== 'kernel' && isIsolationRequired)
    throw new OperatorError(
      `The kernel cannot isolate readers of documents (${isolation.reason}): see docs/operate/security.md, or set READER_ISOLATION=preferred.`,
    );
  const readers = createReaders(max, program);
  return {
    ...readers,
    logIsolation: () => logIsolation(isolation, log),
    startTest: (delayMs = TEST_DELAY_MS) => {
      if (readers.count > 0) scheduleTest({ readers, isolation, log }, delayMs);
    },
  };
}

type TestParts = { readers: RunningReaders; isolation: Isolation; log: Logger };

function scheduleTest(parts: TestParts, delayMs: number): void {
  setTimeout(() => void runTest(parts), delayMs).unref();
}

async function runTest(parts: TestParts): Promise<void> {
  const { readers, isolation, log } = parts;
  const { busy, isWorking } = readers.getStats();
  if (isWorking === true) return;
  if (busy > 0) {
    scheduleTest(parts, TEST_DELAY_MS);
    return;
  }
  const result = await readers.test();
  if (result === undefined) return;
  const fields = { readerIsolation: isolation.level };
  if (result.isWorking) {
    log.info(fields, 'a reader of documents has read the built-in ones');
    return;
  }
  const { reason } = result;
  log.error({ ...fields, reason }, 'readers of documents do not work: every extraction will fail');
  scheduleTest(parts, RETRY_MS);
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
