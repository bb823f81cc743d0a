import type { DatabaseTrouble } from '../db/probe.ts';
import type { Logger } from '../log.ts';
import type { Permits } from './shared-limits.ts';

export type ReadinessParts = {
  probeDatabase: () => Promise<DatabaseTrouble | undefined>;
  isDraining: () => boolean;
  /** True once all processes of the command serve; undefined when there is only one. */
  doAllServe?: (() => boolean) | undefined;
  permits: Permits;
  log: Logger;
};

/**
 * Creates a function that returns the code of the reason why the process is not ready, or undefined when it is ready.
 * Changes are logged.
 */
export function createReadiness({
  probeDatabase,
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
    const reason = findReason() ?? findLeakedPermits(permits) ?? (await probeDatabase());
    if (reason !== loggedReason) {
      loggedReason = reason;
      if (reason === undefined) log.info('ready again');
      else log.warn({ reason }, 'not ready');
    }
    return reason;
  };
}

/**
 * Time since the last permit was granted, while none is free, after which permits are considered leaked: the default
 * request timeout, after which a request releases its permit.
 */
const STUCK_MS = 60_000;

function findLeakedPermits({ graph, rest }: Permits): string | undefined {
  const isStuck = graph.getExhaustedMs() > STUCK_MS || rest.getExhaustedMs() > STUCK_MS;
  return isStuck ? 'heavy_operations_stuck' : undefined;
}
