import type { Db } from '../../db/client.ts';
import { findServiceId, lockServiceId } from '../../db/queries/access/services.ts';
import { OperatorError } from '../../errors.ts';

/** The id of the service with that name; throws OperatorError where there is none. */
export async function getServiceId(db: Db, name: string): Promise<number> {
  return known(await findServiceId(db, name), name);
}

/** The same, holding the service against other changes of its keys until the transaction ends. */
export async function getServiceIdLocked(db: Db, name: string): Promise<number> {
  return known(await lockServiceId(db, name), name);
}

function known(serviceId: number | undefined, name: string): number {
  if (serviceId !== undefined) return serviceId;
  throw new OperatorError(`Service ${JSON.stringify(name)} does not exist.`);
}
