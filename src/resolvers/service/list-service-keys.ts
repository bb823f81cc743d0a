import type { Db } from '../../db/client.ts';
import { type ApiKey, listApiKeys } from '../../db/queries/access/api-keys.ts';
import { getServiceId } from './get-service-id.ts';

/** The keys of a service, revoked ones too, oldest first; throws OperatorError for an unknown service. */
export async function listServiceKeys(db: Db, service: string): Promise<ApiKey[]> {
  return await listApiKeys(db, await getServiceId(db, service));
}
