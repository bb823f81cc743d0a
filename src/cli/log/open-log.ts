import type { Config } from '../../config/config.ts';
import { OperatorError } from '../../errors.ts';
import { createLogger, type Logger } from '../../log.ts';
import { ignoreOutputErrors, printError } from '../terminal/print.ts';
import { handleSignals } from '../terminal/signals.ts';
import { LogOutput } from './log-output.ts';

const MIB = 1024 * 1024;

/** Forwards a signal to the child processes. */
type ForwardSignal = (signal: 'SIGHUP' | 'SIGUSR2') => void;

/**
 * Opens the log of a long-running process. SIGHUP opens its file again, for log rotation; SIGUSR2 logs the uptime and
 * memory use. Throws OperatorError when the file cannot be opened.
 */
export function openLog(
  { logLevel, logFile }: Pick<Config, 'logLevel' | 'logFile'>,
  forwardSignal: ForwardSignal = () => undefined,
): Logger {
  ignoreOutputErrors();
  const output = openOutput(logFile);
  const log = createLogger(logLevel, output);
  handleSignals({
    onReopenLog: () => {
      forwardSignal('SIGHUP');
      try {
        output.reopen();
        log.info('the log file was reopened');
      } catch (error) {
        // The log continues in the file that is still open.
        printError(toLogFault(logFile, error));
      }
    },
    onLogStatus: () => {
      forwardSignal('SIGUSR2');
      const { rss, heapUsed } = process.memoryUsage();
      const uptimeSeconds = Math.round(process.uptime());
      log.info({ uptimeSeconds, rssMiB: toMiB(rss), heapMiB: toMiB(heapUsed) }, 'process status');
    },
  });
  return log;
}

function toMiB(bytes: number): number {
  return Math.round(bytes / MIB);
}

function openOutput(file: string | undefined): LogOutput {
  try {
    return new LogOutput({
      file,
      onFault: (error) => void printError(toLogFault(file, error)),
      onLinesLost: (lines) => void printError(toLossFault(file, lines)),
    });
  } catch (cause) {
    throw toLogFault(file, cause);
  }
}

function toLossFault(path: string | undefined, lines: number): OperatorError {
  const destination = path === undefined ? 'standard output' : `LOG_FILE ${path}`;
  return new OperatorError(`${lines} log lines were lost: ${destination} did not accept them.`);
}

function toLogFault(path: string | undefined, cause: unknown): OperatorError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new OperatorError(`LOG_FILE ${path} cannot be written to (${code}).`, { cause });
}
