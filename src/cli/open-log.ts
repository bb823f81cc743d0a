import { closeSync, openSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../errors.ts';
import { createLogger, type Logger, openLogOutput } from '../log.ts';
import { printError } from './print.ts';
import { answerSignals } from './signals.ts';

const MIB = 1024 * 1024;

/** Whom else a signal is for: processes that this one has started. */
type PassOn = (signal: 'SIGHUP' | 'SIGUSR2') => void;

/** The log of a process that goes on, which opens its file anew on SIGHUP. Throws OperatorError for one that cannot be written. */
export function openLog(
  { logLevel, logFile }: Pick<Config, 'logLevel' | 'logFile'>,
  passOn: PassOn = () => undefined,
): Logger {
  checkFile(logFile);
  const output = openLogOutput(logFile, (error) => printError(faultOf(logFile, error)));
  const log = createLogger(logLevel, output);
  answerSignals({
    onHangUp: () => {
      passOn('SIGHUP');
      try {
        checkFile(logFile);
        output.reopen();
        log.info('the log was opened anew');
      } catch (error) {
        // What is open is written on.
        printError(error);
      }
    },
    onAsked: () => {
      passOn('SIGUSR2');
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

/** Throws OperatorError for a file that cannot be opened. */
function checkFile(path: string | undefined): void {
  if (path === undefined) return;
  try {
    closeSync(openSync(path, 'a', 0o640));
  } catch (cause) {
    throw faultOf(path, cause);
  }
}

function faultOf(path: string | undefined, cause: unknown): OperatorError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new OperatorError(`LOG_FILE ${path} cannot be written to (${code}).`, { cause });
}
