import type { DatabaseTrouble } from '../db/probe.ts';
import type { Logger } from '../log.ts';
import type { Permits } from './shared-limits.ts';

export type ReadinessParts = {
  askDatabase: () => Promise<DatabaseTrouble | undefined>;
  isDraining: () => boolean;
  /** True once all processes of the command serve; undefined when there is only one. */
  doAllServe?: (() => boolean) | undefined;
  permits: Permits;
  log: Logger;
};

/** Creates a function that returns why the process is not ready, in a word, or undefined; changes are logged. */
export function createReadiness({
  askDatabase,
  isDraining,
  doAllServe = () => true,
  permits,
  log,
}: ReadinessParts): () => Promise<string | undefined> {
  let loggedReason: string | undefined;
  const findReason = (): string | undefined => {
    if (isDraining()) return 'draining';
    return doAllServe() ? undefined : 'processes_starting';
  };
  return async () => {
    const reason = findReason() ?? findStuck(permits) ?? (await askDatabase());
    if (reason !== loggedReason) {
      loggedReason = reason;
      if (reason === undefined) log.info('ready again');
      else log.warn({ reason }, 'not ready');
    }
    return reason;
  };
}

/** Longer than a request may take by default: a permit that is held for longer is not going to be released. */
const STUCK_MS = 60_000;

function findStuck({ graph, rest }: Permits): string | undefined {
  const isStuck = graph.exhaustedMs() > STUCK_MS || rest.exhaustedMs() > STUCK_MS;
  return isStuck ? 'heavy_operations_stuck' : undefined;
}
