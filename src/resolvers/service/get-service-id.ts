import type { Db } from '../../db/client.ts';
import { findServiceId, lockServiceId } from '../../db/queries/access/services.ts';
import { OperatorError } from '../../errors.ts';

/** Returns the id of a service by name. Throws OperatorError for an unknown service. */
export async function getServiceId(db: Db, name: string): Promise<number> {
  return requireServiceId(await findServiceId(db, name), name);
}

/**
 * Returns the id of a service by name and locks its row until the end of the transaction. Throws OperatorError for an
 * unknown service.
 */
export async function getServiceIdLocked(db: Db, name: string): Promise<number> {
  return requireServiceId(await lockServiceId(db, name), name);
}

function requireServiceId(serviceId: number | undefined, name: string): number {
  if (serviceId !== undefined) return serviceId;
  throw new OperatorError(`Service ${JSON.stringify(name)} does not exist.`);
}
