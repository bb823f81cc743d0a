import type { DatabaseTrouble } from '../db/probe.ts';
import type { Logger } from '../log.ts';

export type ReadinessParts = {
  askDatabase: () => Promise<DatabaseTrouble | undefined>;
  isDraining: () => boolean;
  log: Logger;
};

/** Answers what keeps the process from serving, in a word, or undefined; the log gets a line when that changes. */
export function createReadiness({
  askDatabase,
  isDraining,
  log,
}: ReadinessParts): () => Promise<string | undefined> {
  let told: string | undefined;
  return async () => {
    const reason = isDraining() ? 'draining' : await askDatabase();
    if (reason !== told) {
      told = reason;
      if (reason === undefined) log.info('ready again');
      else log.warn({ reason }, 'not ready');
    }
    return reason;
  };
}
