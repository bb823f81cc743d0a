import type { Db } from '../../db/client.ts';
import {
  countTrustedDocuments,
  insertTrustedDocuments,
  listConflictingIds,
} from '../../db/queries/access/trusted-documents.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { DOCUMENTS_MAX } from '../../domain/access/trusted-document.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceIdLocked } from '../service/get-service-id.ts';
import { checkDocuments, type DocumentCheck, tooMany } from './check-documents.ts';
import type { ManifestDocument } from './parse-manifest.ts';
import { recordChange } from './record-change.ts';

export type AddTrustedDocumentsInput = {
  service: string;
  documents: readonly ManifestDocument[];
  check: DocumentCheck;
};

/** `known` are those that the service had already, with the same texts. */
export type AddedDocuments = { added: number; known: number };

const IDS_SHOWN_MAX = 20;

/**
 * Adds documents to those that a service trusts, all of them or none; running gateways know them within five
 * seconds. Throws OperatorError that names each document that cannot run, or whose id stands for another text.
 */
export async function addTrustedDocuments(
  db: Db,
  { service, documents, check }: AddTrustedDocumentsInput,
): Promise<AddedDocuments> {
  const checked = checkDocuments(documents, check);
  return await runInTransaction(db, async (tx) => {
    // One change of a service's documents at a time, so that what is read here stays so.
    const serviceId = await getServiceIdLocked(tx, service);
    const conflicts = await listConflictingIds(tx, serviceId, checked);
    if (conflicts.length > 0) throw refuseConflicts(service, conflicts);
    const added = await insertTrustedDocuments(tx, serviceId, checked);
    if (added > 0) {
      if ((await countTrustedDocuments(tx, serviceId)) > DOCUMENTS_MAX) throw tooMany();
      await recordChange(tx, serviceId, { action: 'trusted_documents_added', count: added });
    }
    return { added, known: checked.length - added };
  });
}

/** An id stands for one text for good: clients in the field may send it. */
function refuseConflicts(service: string, ids: readonly string[]): OperatorError {
  const shown = ids.slice(0, IDS_SHOWN_MAX).join(', ');
  const rest = ids.length > IDS_SHOWN_MAX ? `, and ${ids.length - IDS_SHOWN_MAX} more` : '';
  return new OperatorError(
    `Nothing was added: the service "${service}" has another document with the id ${shown}${rest}.`,
  );
}
