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
import { checkDocuments, createTooManyError, type DocumentCheck } from './check-documents.ts';
import type { ManifestDocument } from './parse-manifest.ts';
import { recordDocumentsChange } from './record-documents-change.ts';

export type AddTrustedDocumentsInput = {
  service: string;
  documents: readonly ManifestDocument[];
  check: DocumentCheck;
};

/** Result of adding documents. `known` counts documents that the service had already, with the same text. */
export type AddedDocuments = { added: number; known: number };

const IDS_SHOWN_MAX = 20;

/**
 * Adds trusted documents to a service, all of them or none; running gateways accept them within five seconds. Throws
 * OperatorError for an unknown service, for more than DOCUMENTS_MAX documents, and for a document that is invalid or
 * whose id has another text; the message names each such document.
 */
export async function addTrustedDocuments(
  db: Db,
  { service, documents, check }: AddTrustedDocumentsInput,
): Promise<AddedDocuments> {
  const checked = checkDocuments(documents, check);
  return await runInTransaction(db, async (tx) => {
    // Serializes changes to a service's documents, so that the rows read here stay current.
    const serviceId = await getServiceIdLocked(tx, service);
    const conflicts = await listConflictingIds(tx, serviceId, checked);
    if (conflicts.length > 0) throw createConflictError(service, conflicts);
    const added = await insertTrustedDocuments(tx, serviceId, checked);
    if (added > 0) {
      if ((await countTrustedDocuments(tx, serviceId)) > DOCUMENTS_MAX) throw createTooManyError();
      await recordDocumentsChange(tx, serviceId, {
        action: 'trusted_documents_added',
        count: added,
      });
    }
    return { added, known: checked.length - added };
  });
}

/** The text of an id never changes, because deployed clients may send the id. */
function createConflictError(service: string, ids: readonly string[]): OperatorError {
  const shown = ids.slice(0, IDS_SHOWN_MAX).join(', ');
  const omitted = ids.length > IDS_SHOWN_MAX ? `, and ${ids.length - IDS_SHOWN_MAX} more` : '';
  return new OperatorError(
    `Nothing was added: the service "${service}" has another document with the id ${shown}${omitted}.`,
  );
}
