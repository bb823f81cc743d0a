import type { Db } from '../db/client.ts';
import type { ListOwner } from '../db/queries/lists/snapshots.ts';
import {
  ALL_SERVICES,
  isSharedList,
  LIST_SOURCES,
  OWN_LIST_PATTERN,
} from '../domain/lists/list-source.ts';
import { OperatorError } from '../errors.ts';
import { getServiceId } from '../resolvers/service/get-service-id.ts';

/** Reference to a list: its code, and the service for a list of a service. */
export type ListReference = { source: string; service?: string };

/**
 * Returns the owner of a list. Throws OperatorError for an unknown list or service, for a list of a service without
 * its service, and for a shared list with one.
 */
export async function resolveListOwner(
  db: Db,
  { source, service }: ListReference,
): Promise<ListOwner> {
  if (OWN_LIST_PATTERN.test(source)) {
    if (service === undefined) {
      throw new OperatorError(
        `${source} belongs to a service: name the service with --service <name>.`,
      );
    }
    return { serviceId: await getServiceId(db, service), source };
  }
  if (!isSharedList(source)) {
    const codes = Object.keys(LIST_SOURCES).join(', ');
    throw new OperatorError(
      `List ${JSON.stringify(source)} does not exist. Lists are ${codes}, and custom:<name> for a list of a service.`,
    );
  }
  if (service !== undefined) {
    throw new OperatorError(`${source} is shared by all services: omit --service.`);
  }
  return { serviceId: ALL_SERVICES, source };
}
