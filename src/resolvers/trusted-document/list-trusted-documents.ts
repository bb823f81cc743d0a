import type { Db } from '../../db/client.ts';
import {
  listTrustedSummaries,
  type TrustedDocumentSummary,
} from '../../db/queries/access/trusted-documents.ts';
import { getServiceId } from '../service/get-service-id.ts';

/** Lists the trusted documents of a service, by name. Throws OperatorError for an unknown service. */
export async function listTrustedDocuments(
  db: Db,
  service: string,
): Promise<TrustedDocumentSummary[]> {
  return await listTrustedSummaries(db, await getServiceId(db, service));
}
