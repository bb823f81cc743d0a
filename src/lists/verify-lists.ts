import type { Db } from '../db/client.ts';
import { checkLists } from '../db/queries/lists/verify.ts';
import { ALL_SERVICES } from '../domain/lists/list-source.ts';
import { getServiceId } from '../resolvers/service/get-service-id.ts';
import { LIST_RULES } from './load/list-rules.ts';

export type ListFault = { source: string; fault: string };

/**
 * Returns the faults of the stored lists: missing entries, entries without a name, and outdated rules. Throws
 * OperatorError for an unknown service.
 */
export async function verifyLists(db: Db, { service }: { service?: string }): Promise<ListFault[]> {
  const serviceId = service === undefined ? ALL_SERVICES : await getServiceId(db, service);
  const checks = await checkLists(db, serviceId);
  return checks.flatMap(({ source, rowsKept, validEntries, nameless, rulesVersion }) => {
    const faults: string[] = [];
    if (validEntries !== rowsKept)
      faults.push(`${rowsKept} entries were loaded, ${validEntries} are there`);
    if (nameless > 0) faults.push(`${nameless} entries have no name`);
    if (rulesVersion !== LIST_RULES) faults.push('it was loaded by older rules: load it again');
    return faults.map((fault) => ({ source, fault }));
  });
}
