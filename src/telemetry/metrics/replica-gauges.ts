import type { Registry } from 'prom-client';
import type { Sources } from '../sources.ts';
import { addGauge, shareReading } from './gauges.ts';

/** Adds gauges of the replica (DATABASE_READ_URL); absent without one. */
export function addReplicaGauges(registry: Registry, sources: Sources): void {
  const read = shareReading(async () => await sources.replica?.());
  addGauge(
    registry,
    {
      name: 'gateway_replica_lag_seconds',
      help: 'Time since the last commit that the replica has applied; 0 when it has all. Absent while it does not respond.',
    },
    async () => {
      const behindSeconds = (await read())?.behindSeconds;
      return behindSeconds === undefined ? [] : [[behindSeconds]];
    },
  );
  addGauge(
    registry,
    {
      name: 'gateway_replica_used',
      help: '1 while lists are read on the replica, 0 while it lags or is unavailable and the primary is read instead.',
    },
    async () => {
      const lag = await read();
      return lag === undefined ? [] : [[Number(lag.isUsed)]];
    },
  );
}
