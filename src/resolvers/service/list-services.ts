import type { Db } from '../../db/client.ts';
import { countKeysOfServices } from '../../db/queries/access/api-keys.ts';
import { listServiceSummaries, type ServiceSummary } from '../../db/queries/access/services.ts';

export type ListedService = Omit<ServiceSummary, 'id'> & { liveKeyCount: number };

/** Lists all services by name. */
export async function listServices(db: Db): Promise<ListedService[]> {
  const services = await listServiceSummaries(db);
  const keys = new Map(
    (await countKeysOfServices(db)).map(({ serviceId, liveKeyCount }) => [serviceId, liveKeyCount]),
  );
  return services.map(({ id, ...service }) => ({ ...service, liveKeyCount: keys.get(id) ?? 0 }));
}
