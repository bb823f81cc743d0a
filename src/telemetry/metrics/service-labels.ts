import type { ByService } from '../sources.ts';
import type { Reading } from './gauges.ts';
import type { ServiceNames } from './service-names.ts';

/** Label of shared work: batched reads and background work. No service has such a name. */
const SHARED_LABEL = '(shared)';
const OTHERS_LABEL = '(others)';

/** Maximum number of services with series of their own in each metric, in order of appearance. */
const SERVICES_MAX = 200;

/** Returns the readings by service name. Services above the limit are combined. */
export async function labelServices(numbers: ByService, names: ServiceNames): Promise<Reading[]> {
  const all = [...numbers];
  const own = all.slice(0, SERVICES_MAX);
  await names.learn(own.map(([serviceId]) => serviceId));
  const readings = own.map(([serviceId, value]): Reading => [value, labelOf(serviceId, names)]);
  const others = all.slice(SERVICES_MAX);
  if (others.length === 0) return readings;
  return [...readings, [others.reduce((sum, [, value]) => sum + value, 0), OTHERS_LABEL]];
}

function labelOf(serviceId: number, { nameOf }: ServiceNames): string {
  return serviceId === 0 ? SHARED_LABEL : nameOf(serviceId);
}
