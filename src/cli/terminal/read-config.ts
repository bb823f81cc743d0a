import { type Config, loadConfig } from '../../config/config.ts';
import { OperatorError } from '../../errors.ts';
import { setTimeZone } from '../../runtime/calendar.ts';

/**
 * Returns the configuration of the environment, and sets the time zone of the process. Throws OperatorError that names
 * each invalid variable.
 */
export function readConfig(): Config {
  try {
    const config = loadConfig();
    setTimeZone(config.timeZone);
    return config;
  } catch (cause) {
    throw new OperatorError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
