import { closeSync, openSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../errors.ts';
import { createLogger, type Logger, openLogOutput } from '../log.ts';
import { answerSignals } from './signals.ts';

const MIB = 1024 * 1024;

/** The log of a process that goes on, which opens its file anew on SIGHUP. Throws OperatorError for one that cannot be written. */
export function openLog({ logLevel, logFile }: Pick<Config, 'logLevel' | 'logFile'>): Logger {
  if (logFile !== undefined) checkFile(logFile);
  const output = openLogOutput(logFile);
  const log = createLogger(logLevel, output);
  answerSignals({
    onHangUp: () => {
      output.reopen();
      log.info('the log was opened anew');
    },
    onAsked: () => {
      const { rss, heapUsed } = process.memoryUsage();
      const uptimeSeconds = Math.round(process.uptime());
      log.info(
        { uptimeSeconds, rssMiB: toMiB(rss), heapMiB: toMiB(heapUsed) },
        'asked by a signal',
      );
    },
  });
  return log;
}

function toMiB(bytes: number): number {
  return Math.round(bytes / MIB);
}

function checkFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o640));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new OperatorError(`LOG_FILE ${path} cannot be written to (${code}).`, { cause });
  }
}
