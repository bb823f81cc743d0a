import type { ByService } from '../sources.ts';
import type { Reading } from './gauges.ts';
import type { ServiceNames } from './service-names.ts';

/** Label of shared work: batched reads and background work. No service has such a name. */
const SHARED_LABEL = '(shared)';
const OTHERS_LABEL = '(others)';

/** Maximum number of services with a time series of their own in each metric: the first ones of the map. */
const SERVICES_MAX = 200;

/** Returns the readings labelled by service name. Services above the limit are added up as `(others)`. */
export async function labelServices(values: ByService, names: ServiceNames): Promise<Reading[]> {
  const all = [...values];
  const labelled = all.slice(0, SERVICES_MAX);
  await names.load(labelled.map(([serviceId]) => serviceId));
  const readings = labelled.map(
    ([serviceId, value]): Reading => [value, toLabel(serviceId, names)],
  );
  const others = all.slice(SERVICES_MAX);
  if (others.length === 0) return readings;
  return [...readings, [others.reduce((sum, [, value]) => sum + value, 0), OTHERS_LABEL]];
}

function toLabel(serviceId: number, { getName }: ServiceNames): string {
  return serviceId === 0 ? SHARED_LABEL : getName(serviceId);
}
