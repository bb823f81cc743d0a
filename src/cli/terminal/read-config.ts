import { type Config, loadConfig } from '../../config/config.ts';
import { OperatorError } from '../../errors.ts';

/** The configuration; throws OperatorError that names each wrong variable. */
export function readConfig(): Config {
  try {
    return loadConfig();
  } catch (cause) {
    throw new OperatorError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
