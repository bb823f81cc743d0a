import { z } from 'zod';
import type { StagedUpload } from '../../adapters/files/stage-upload.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { insertFile, type NewFile } from '../../db/queries/files/file-records.ts';
import {
  type FileDetail,
  type FileRecord,
  UNATTACHED_RETENTION_MS,
} from '../../domain/files/file.ts';
import { normalizeFileName } from '../../domain/files/file-name.ts';
import { withExtension } from '../../domain/files/media-type.ts';
import { AppError } from '../../errors.ts';
import { parseInput } from '../../validation/validate.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { attachToDocument } from './attach-document.ts';
import { auditFile } from './audit-file.ts';
import { encryptKeyAndName } from './data-key.ts';
import { changeFileBytes } from './file-quota.ts';
import { describeWrittenFile, readCurrentFile } from './find-file.ts';
import { type UploadFileInput, uploadFileInput } from './inputs.ts';
import { type FileOwner, lockFileOwner } from './lock-file-owner.ts';
import { assignStoredBytes, withStoredBytes } from './stored-bytes.ts';

export type Uploaded = { file: FileDetail };
/** File received by receiveFile. */
export type ReceivedFile = StagedUpload;

/**
 * Stores a received file for a business or a participant, or without either, and attaches it when the input names a
 * document (v4: Upload file). An infected file is recorded without its bytes. Throws AppError `invalid_input`,
 * `business_not_found`, `participant_not_found`, `quota_exceeded`, `files_unavailable`, and `file_not_found` when a
 * request is repeated after its file was deleted.
 */
export async function uploadFile(
  ctx: RequestContext,
  sent: UploadFileInput,
  intake: StagedUpload,
): Promise<IdempotentResult<Uploaded>> {
  requireScope(ctx.caller, 'file:write');
  const input = parseInput(uploadFileInput, sent);
  if (hasDocument(input)) requireScope(ctx.caller, 'business:write');
  return await withStoredBytes(
    ctx,
    intake,
    async (storageKey) =>
      await runOnce(ctx, {
        operation: 'uploadFile',
        input: { ...input, sha256: intake.sha256.toString('hex') },
        run: async (tx) => {
          const written = await insertUploadedFile(tx, input, { intake, storageKey });
          return { file: await describeWrittenFile(tx, written) };
        },
        remember: ({ file }) => ({ fileId: file.id }),
        replay: async (tx, outcome) => ({
          file: await describeWrittenFile(tx, await replayUpload(tx, outcome)),
        }),
      }),
  );
}

function hasDocument({ typeCode }: UploadFileInput): boolean {
  return typeCode !== null && typeCode !== undefined;
}

type StoredIntake = { intake: StagedUpload; storageKey: string | null };

async function insertUploadedFile(
  tx: RequestContext,
  input: UploadFileInput,
  sent: StoredIntake,
): Promise<FileRecord> {
  const { businessId, participantId } = input;
  const owner = await lockFileOwner(tx, {
    business: isId(businessId) ? { databaseId: businessId } : null,
    participant: isId(participantId) ? { databaseId: participantId } : null,
  });
  const { serviceId } = tx.caller;
  const file = await insertFile(tx.db, serviceId, await toNewFile(tx, owner, { ...sent, input }));
  const { id: fileId, state } = file;
  await auditFile(tx, 'file_uploaded', { fileId, state, ...owner });
  await changeFileBytes(tx, file);
  const { typeCode } = input;
  if (state !== 'available' || !isText(typeCode) || !isId(participantId)) return file;
  const participant = { databaseId: participantId };
  await attachToDocument(tx, { participant, typeCode, downloadId: fileId });
  return await readCurrentFile(tx, fileId);
}

function isId(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

function isText(value: string | null | undefined): value is string {
  return value !== null && value !== undefined;
}

type UploadedContent = StoredIntake & { input: Pick<UploadFileInput, 'fileName'> };

async function toNewFile(
  tx: RequestContext,
  owner: FileOwner,
  { intake, storageKey, input }: UploadedContent,
): Promise<NewFile> {
  const { mediaType, byteCount } = intake;
  const name = withExtension(normalizeFileName(input.fileName), mediaType);
  const sealed =
    storageKey === null
      ? {
          ...(await encryptKeyAndName(tx, owner.businessId, { key: intake.key, name })),
          storageKey,
        }
      : await assignStoredBytes(tx, owner.businessId, { intake, storageKey, name });
  const isPermanent = storageKey !== null && owner.businessId !== null;
  return {
    ...owner,
    ...sealed,
    state: storageKey === null ? 'infected' : 'available',
    byteCount,
    mediaType,
    sha256: intake.sha256.toString('hex'),
    isScanned: intake.scan !== 'unscanned',
    expiresAt: isPermanent ? null : new Date(Date.now() + UNATTACHED_RETENTION_MS),
  };
}

const outcomeSchema = z.object({ fileId: z.number() });

async function replayUpload(tx: RequestContext, outcome: unknown): Promise<FileRecord> {
  const { fileId } = outcomeSchema.parse(outcome);
  const file = await tx.loaders.file.load(fileId);
  if (file !== undefined) return file;
  throw new AppError('file_not_found', 'The file of this request was deleted in the meantime.');
}
