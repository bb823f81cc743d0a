import type { Registry } from 'prom-client';
import type { ByService, Sources } from '../sources.ts';
import { addCounter, addGauge, type MetricDescription, type Reading } from './gauges.ts';
import { labelServices } from './service-labels.ts';
import type { ServiceNames } from './service-names.ts';

/** Adds gauges of database connections, and counters of rate limits by service. */
export function addServiceGauges(registry: Registry, sources: Sources, names: ServiceNames): void {
  addConnectionGauges(registry, sources);
  addPermitGauges(registry, sources, names);
  addRateLimitCounters(registry, sources, names);
}

function addConnectionGauges(registry: Registry, sources: Sources): void {
  addGauge(
    registry,
    {
      name: 'gateway_database_connections',
      help: 'Connections of this process to the database, used and idle.',
      labels: ['state'],
    },
    () => {
      if (sources.connections === undefined) return [];
      const { total, idle } = sources.connections();
      return [
        [total - idle, 'used'],
        [idle, 'idle'],
      ];
    },
  );
  addGauge(
    registry,
    {
      name: 'gateway_database_connections_max',
      help: 'Connections that this process may have (DATABASE_POOL_SIZE).',
    },
    () => (sources.connections === undefined ? [] : [[sources.connections().max]]),
  );
  addGauge(
    registry,
    {
      name: 'gateway_database_connections_waiting',
      help: 'Work that waits for a connection, of all services.',
    },
    () => {
      if (sources.connections === undefined) return [];
      const waitingCounts = [...(sources.permits?.().waiting.values() ?? [])];
      return [[waitingCounts.reduce((sum, count) => sum + count, sources.connections().waiting)]];
    },
  );
}

function addPermitGauges(registry: Registry, sources: Sources, names: ServiceNames): void {
  const read = (kind: 'held' | 'waiting' | 'refused') => async (): Promise<Reading[]> => {
    const values: ByService | undefined = sources.permits?.()[kind];
    return values === undefined ? [] : await labelServices(values, names);
  };
  const labels = ['service'];
  addGauge(
    registry,
    { name: 'gateway_database_turns_held', help: 'Connections that a service uses.', labels },
    read('held'),
  );
  addGauge(
    registry,
    {
      name: 'gateway_database_turns_waiting',
      help: 'Work of a service that waits for a connection.',
      labels,
    },
    read('waiting'),
  );
  addCounter(
    registry,
    {
      name: 'gateway_database_turns_refused_total',
      help: 'Work of a service that got no connection in time.',
      labels,
    },
    read('refused'),
  );
}

function addRateLimitCounters(registry: Registry, sources: Sources, names: ServiceNames): void {
  const read = (kind: 'consumed' | 'rejected') => async (): Promise<Reading[]> => {
    const readings: Reading[] = [];
    for (const [limit, counters] of sources.rateLimits?.() ?? []) {
      const values = new Map(counters.entries().map(([id, counter]) => [id, counter[kind]]));
      for (const [value, service = ''] of await labelServices(values, names))
        readings.push([value, limit, service]);
    }
    return readings;
  };
  const labels = ['budget', 'service'];
  const consumed: MetricDescription = {
    name: 'gateway_budget_points_total',
    help: 'Tokens that a service has consumed from a rate limit in this process.',
    labels,
  };
  addCounter(registry, consumed, read('consumed'));
  addCounter(
    registry,
    {
      name: 'gateway_budget_refusals_total',
      help: 'Requests of a service that were rejected because of a rate limit.',
      labels,
    },
    read('rejected'),
  );
}
