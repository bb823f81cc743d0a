import type { Registry } from 'prom-client';
import type { QuotaOptions } from '../../config/quota-options.ts';
import type { DatabaseReader } from './database-state.ts';
import { addGauge, type Reading } from './gauges.ts';
import { labelServices } from './service-labels.ts';
import type { ServiceNames } from './service-names.ts';

const QUOTAS = [
  ['records', 'records'],
  ['file_bytes', 'fileBytes'],
  ['webhook_messages', 'webhookMessages'],
] as const;

type QuotaSources = { read: DatabaseReader; limits: QuotaOptions; names: ServiceNames };

/** Adds gauges of each quota and its use. Every process reports the same values. */
export function addQuotaGauges(registry: Registry, { read, limits, names }: QuotaSources): void {
  addGauge(
    registry,
    {
      name: 'gateway_quota_used',
      help: 'Amount of a quota that a service uses, of the 200 services that use most.',
      labels: ['quota', 'service'],
    },
    async () => {
      const quotas = (await read())?.quotas;
      if (quotas === undefined) return [];
      const readings: Reading[] = [];
      for (const [quota, key] of QUOTAS)
        for (const [value, service = ''] of await labelServices(quotas[key], names))
          readings.push([value, quota, service]);
      return readings;
    },
  );
  addGauge(
    registry,
    {
      name: 'gateway_quota_limit',
      help: 'Largest amount of a quota that a service may use. Absent when none is set.',
      labels: ['quota'],
    },
    () =>
      QUOTAS.flatMap(([quota, key]): Reading[] => {
        const limit = limits[key];
        return limit === null ? [] : [[limit, quota]];
      }),
  );
}
