import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { Db } from '../../db/client.ts';
import {
  type ExtractionHead,
  type FinishedExtraction,
  finishExtraction,
} from '../../db/queries/extractions/extractions.ts';
import { recordExtracted } from '../../db/queries/records/business-events.ts';
import {
  type EncryptedParts,
  NO_RESULT,
  type ReadingOutcome,
} from '../../domain/extraction/extraction.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { findFileKey } from '../files/data-key.ts';

/** Transaction with the row lock of the file, and the vault that encrypts the fields. */
export type FinishContext = {
  db: Db;
  serviceId: number;
  vault: Pick<FileVault, 'seal' | 'unwrapKey' | 'unseal'>;
  engine: string;
};

/**
 * Stores the result of an extraction and records an event for its business. Returns undefined when the extraction is no
 * longer queued, or the key of the file is missing.
 */
export async function storeOutcome(
  context: FinishContext,
  { id, file }: { id: number; file: FileRecord },
  outcome: ReadingOutcome,
): Promise<ExtractionHead | undefined> {
  const { db, serviceId } = context;
  const key = await findFileKey(context, file);
  if (key === undefined) return undefined;
  const finished = toFinished(context, outcome, (parts) =>
    context.vault.seal(key, toFieldsAssociatedData(serviceId), Buffer.from(JSON.stringify(parts))),
  );
  const extraction = await finishExtraction(db, { serviceId, id }, finished);
  if (extraction !== undefined && file.businessId !== null)
    await recordExtracted(db, { serviceId, id }, file.businessId);
  return extraction;
}

/** Returns the associated data of the encrypted fields of a service. */
export function toFieldsAssociatedData(serviceId: number): string {
  return `extraction:${serviceId}`;
}

function toFinished(
  { engine }: Pick<FinishContext, 'engine'>,
  outcome: ReadingOutcome,
  seal: (parts: EncryptedParts) => Buffer,
): FinishedExtraction {
  const { durationMs } = outcome;
  if (outcome.kind === 'failed') {
    const { failure } = outcome;
    return { ...NO_RESULT, sealed: null, state: 'failed', failure, engine, durationMs };
  }
  const { kind, confidence, fields, missing, checks, needsReview } = outcome.extracted;
  return {
    state: 'done',
    failure: null,
    kind,
    confidence,
    needsReview,
    pageCount: outcome.pageCount,
    pagesRead: outcome.pagesRead,
    checks,
    sealed: seal({ fields, missing }),
    engine,
    durationMs,
  };
}
