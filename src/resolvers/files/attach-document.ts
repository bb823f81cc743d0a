import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { touchBusiness } from '../../db/queries/business/business-flags.ts';
import {
  deleteUnreferencedFiles,
  insertKnownFile,
  lockFiles,
} from '../../db/queries/files/files.ts';
import { recordChange } from '../../db/queries/records/record-change.ts';
import {
  listPositionedDocuments,
  setDocumentFile,
} from '../../db/queries/upsert/upsert-documents.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import { type PositionedDocument, planAttachment } from '../../domain/business/upsert-documents.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import { type AppError, invalidAt } from '../../errors.ts';
import { getParticipant, lockParticipantByLookup } from '../business/lock-participant.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { wakeBlobDeletion } from '../common/wake-blob-deletion.ts';
import type { AttachDocumentInput } from '../upsert/write-inputs.ts';
import { assignFileToBusiness } from './assign-file-to-business.ts';

export type AttachedDocument = { document: RequestedDocument; participant: Participant };

/**
 * Attaches a file to a requested document: an uploaded file, or the id of a file that is stored elsewhere. Attaching
 * the same file again has no effect; a replaced file is deleted unless another document refers to it. Throws AppError
 * `participant_not_found`, and `invalid_input` when no document of the type is requested, when the document whose file
 * to replace is ambiguous, and for a file that is not available or belongs to another business.
 */
export async function attachDocument(
  ctx: RequestContext,
  input: AttachDocumentInput,
): Promise<IdempotentResult<AttachedDocument>> {
  requireScope(ctx.caller, 'business:write');
  return await runOnce(ctx, {
    operation: 'attachDocument',
    input,
    run: async (tx) => await attachToDocument(tx, input),
    remember: ({ document, participant }) => ({
      participantId: participant.id,
      occurrence: document.occurrence,
    }),
    replay: async (tx, outcome) => await replayAttachment(tx, input, outcome),
  });
}

/** Attaches a file within an open transaction. */
export async function attachToDocument(
  tx: RequestContext,
  input: AttachDocumentInput,
): Promise<AttachedDocument> {
  const participant = await lockParticipantByLookup(tx, input.participant);
  const plan = planAttachment(
    await listDocumentsOfType(tx, participant.id, input),
    input.downloadId,
  );
  if (plan.kind === 'refused') throw createTypeCodeError(REFUSALS[plan.reason]);
  if (plan.kind === 'known') return { document: plan.document, participant };
  const { businessId } = participant;
  const { document, freedBytes } = await storeFile(
    tx,
    { businessId, ...plan.document },
    input.downloadId,
  );
  const wasMissing = plan.document.downloadId === null;
  await recordAttachment(tx, participant, { document, wasMissing, freedBytes });
  return { document, participant };
}

const REFUSALS = {
  not_requested: 'The participant has no requested document of this type',
  ambiguous: 'Several documents of this type have files, so that the file to replace is ambiguous',
};

/** Sets the file of a document, and deletes the file that it replaces when no other document refers to it. */
async function storeFile(
  tx: RequestContext,
  { businessId, ...document }: PositionedDocument & { businessId: number },
  downloadId: number,
): Promise<{ document: PositionedDocument; freedBytes: number }> {
  const { serviceId } = tx.caller;
  const replaced = document.downloadId === null ? [] : [document.downloadId];
  const attached = { ...document, downloadId };
  await insertKnownFile(tx.db, serviceId, downloadId);
  await lockFiles(tx.db, serviceId, [downloadId, ...replaced]);
  await assignFileToBusiness(tx, businessId, downloadId);
  await setDocumentFile(tx.db, serviceId, attached);
  if (replaced.length === 0) return { document: attached, freedBytes: 0 };
  const deletedFiles = await deleteUnreferencedFiles(tx.db, serviceId, replaced);
  wakeBlobDeletion(tx, deletedFiles.blobs);
  return { document: attached, freedBytes: deletedFiles.bytes };
}

type Attachment = { document: RequestedDocument; wasMissing: boolean; freedBytes: number };

async function recordAttachment(
  tx: RequestContext,
  { businessId, id: participantId }: Participant,
  { document: { typeCode, occurrence, downloadId }, wasMissing, freedBytes }: Attachment,
): Promise<void> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  await touchBusiness(tx.db, serviceId, businessId);
  await recordChange(tx.db, {
    audit: {
      serviceId,
      action: 'document_attached',
      userId,
      apiKeyId,
      requestId: tx.requestId,
      details: { businessId, participantId, fileId: downloadId },
    },
    event: {
      serviceId,
      type: 'document_available',
      businessId,
      participantId,
      typeCode,
      occurrence,
    },
    counts: { ...ZERO_DELTA, missingDocuments: wasMissing ? -1 : 0, fileBytes: -freedBytes },
  });
}

const outcomeSchema = z.object({ participantId: z.number(), occurrence: z.number() });

async function replayAttachment(
  tx: RequestContext,
  input: AttachDocumentInput,
  outcome: unknown,
): Promise<AttachedDocument> {
  const { participantId, occurrence } = outcomeSchema.parse(outcome);
  const participant = await getParticipant(tx, participantId);
  const documents = await listDocumentsOfType(tx, participantId, input);
  const document = documents.find((candidate) => candidate.occurrence === occurrence);
  if (document === undefined) throw createTypeCodeError('The document is no longer requested');
  return { document, participant };
}

async function listDocumentsOfType(
  tx: RequestContext,
  participantId: number,
  { typeCode }: AttachDocumentInput,
): Promise<PositionedDocument[]> {
  const documents = await listPositionedDocuments(tx.db, tx.caller.serviceId, [participantId]);
  return documents.filter((document) => document.typeCode === typeCode);
}

function createTypeCodeError(message: string): AppError {
  return invalidAt(['typeCode'], message, 'not_found');
}
