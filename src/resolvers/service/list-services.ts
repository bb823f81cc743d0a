import type { Db } from '../../db/client.ts';
import { listServiceSummaries, type ServiceSummary } from '../../db/queries/access/services.ts';

/** All services by name. */
export async function listServices(db: Db): Promise<ServiceSummary[]> {
  return await listServiceSummaries(db);
}
