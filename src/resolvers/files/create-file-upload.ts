import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { insertFile } from '../../db/queries/files/file-records.ts';
import {
  type FileDetail,
  type FileRecord,
  LINK_SECONDS_MAX,
  UPLOAD_WINDOW_MS,
} from '../../domain/files/file.ts';
import { normalizeFileName } from '../../domain/files/file-name.ts';
import { isMediaType, parseDeclaredType } from '../../domain/files/media-type.ts';
import { invalidAt } from '../../errors.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { auditFile } from './audit-file.ts';
import { createFileLink, type IssuedLink } from './create-file-link.ts';
import { encryptKeyAndName } from './data-key.ts';
import { checkFreeBytes, readFreeBytes } from './file-quota.ts';
import { describeWrittenFile, readCurrentFile } from './find-file.ts';
import type { CreateFileUploadInput } from './inputs.ts';
import { lockFileOwner } from './lock-file-owner.ts';
import { checkFileWriter } from './receive-file.ts';
import { requireFiles } from './require-files.ts';

/** Expected file, and the link that accepts its bytes. */
export type AnnouncedUpload = { file: FileDetail; link: IssuedLink };

/**
 * Announces a file and returns a link for uploading its bytes. Throws AppError `invalid_input` for an unsupported type
 * or size, `business_not_found`, `participant_not_found`, `file_not_found` when a request is repeated after its file
 * was deleted, `quota_exceeded` for more bytes than the service may store, and `files_unavailable`.
 */
export async function createFileUpload(
  ctx: RequestContext,
  input: CreateFileUploadInput,
): Promise<IdempotentResult<AnnouncedUpload>> {
  requireScope(ctx.caller, 'file:write');
  await checkFileWriter(ctx);
  const mediaType = checkDeclaredFile(ctx, input);
  const announced = await runOnce(ctx, {
    operation: 'createFileUpload',
    input,
    run: async (tx) => ({
      file: await describeWrittenFile(tx, await insertExpectedFile(tx, input, mediaType)),
    }),
    remember: ({ file }) => ({ fileId: file.id }),
    replay: async (tx, outcome) => ({
      file: await describeWrittenFile(
        tx,
        await readCurrentFile(tx, outcomeSchema.parse(outcome).fileId),
      ),
    }),
  });
  const link = createFileLink(
    ctx,
    { fileId: announced.file.id, action: 'write' },
    LINK_SECONDS_MAX,
  );
  return { ...announced, link };
}

const outcomeSchema = z.object({ fileId: z.number() });

/** Returns the declared media type. Throws AppError `invalid_input` for an unsupported type or size. */
function checkDeclaredFile(
  ctx: RequestContext,
  { mediaType, fileName, byteCount }: CreateFileUploadInput,
): string {
  const { bytesMax } = requireFiles(ctx).vault;
  if (byteCount > bytesMax)
    throw invalidAt(['byteCount'], `Must be at most ${bytesMax}`, 'too_large');
  const declaredType = parseDeclaredType({ mediaType, fileName });
  if (!isMediaType(declaredType))
    throw invalidAt(['mediaType'], 'Must be a supported file type', 'wrong_file_type');
  return declaredType;
}

async function insertExpectedFile(
  tx: RequestContext,
  input: CreateFileUploadInput,
  mediaType: string,
): Promise<FileRecord> {
  checkFreeBytes(tx, input.byteCount, await readFreeBytes(tx));
  const owner = await lockFileOwner(tx, input);
  const name = normalizeFileName(input.fileName);
  const key = requireFiles(tx).vault.makeKey();
  const file = await insertFile(tx.db, tx.caller.serviceId, {
    ...owner,
    ...(await encryptKeyAndName(tx, owner.businessId, { key, name })),
    state: 'expected',
    storageKey: null,
    byteCount: input.byteCount,
    mediaType,
    sha256: input.sha256?.toLowerCase() ?? null,
    isScanned: false,
    expiresAt: new Date(Date.now() + UPLOAD_WINDOW_MS),
  });
  await auditFile(tx, 'file_upload_announced', { fileId: file.id, ...owner });
  return file;
}
