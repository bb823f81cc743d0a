import type { Registry } from 'prom-client';
import type { Sources } from '../sources.ts';
import { addGauge } from './gauges.ts';

/** Adds how the server of DATABASE_READ_URL follows the primary; left out without one. */
export function addReplicaGauges(registry: Registry, sources: Sources): void {
  addGauge(
    registry,
    {
      name: 'gateway_replica_lag_seconds',
      help: 'Time since the last commit that the replica has; 0 where it has all. Absent while it does not answer.',
    },
    async () => {
      const behindSeconds = (await sources.replica?.())?.behindSeconds;
      return behindSeconds === undefined ? [] : [[behindSeconds]];
    },
  );
  addGauge(
    registry,
    {
      name: 'gateway_replica_used',
      help: 'Whether lists are read on the replica (1), or on the primary since it is behind or away (0).',
    },
    async () => (sources.replica === undefined ? [] : [[Number((await sources.replica()).isUsed)]]),
  );
}
