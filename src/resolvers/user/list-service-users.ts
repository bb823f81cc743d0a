import type { Db } from '../../db/client.ts';
import { listUsers } from '../../db/queries/access/users.ts';
import type { ServiceUser } from '../../domain/access/service-user.ts';
import { getServiceId } from '../service/get-service-id.ts';

const PAGE_SIZE = 1000;

/**
 * Lists all users of a service by id for an operator, in pages of 1,000. Throws OperatorError for an unknown service.
 */
export async function* listServiceUsers(db: Db, service: string): AsyncGenerator<ServiceUser[]> {
  const serviceId = await getServiceId(db, service);
  let afterId = 0;
  for (;;) {
    const users = await listUsers(db, { serviceId, afterId, limit: PAGE_SIZE });
    if (users.length > 0) yield users;
    if (users.length < PAGE_SIZE) return;
    afterId = users.at(-1)?.id ?? afterId;
  }
}
