import type { Db } from '../../db/client.ts';
import { type ApiKey, listApiKeys } from '../../db/queries/access/api-keys.ts';
import { getServiceId } from './get-service-id.ts';

/**
 * Lists the API keys of a service, including revoked ones, oldest first. Throws OperatorError for an unknown service.
 */
export async function listServiceKeys(db: Db, service: string): Promise<ApiKey[]> {
  return await listApiKeys(db, await getServiceId(db, service));
}
