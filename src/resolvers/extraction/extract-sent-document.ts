import { createHash } from 'node:crypto';
import type { RequestContext } from '../../context.ts';
import { EXTRACTION_BYTES_MAX } from '../../domain/extraction/extraction.ts';
import { fileTooLarge } from '../../errors.ts';
import type { IdempotentResult } from '../common/run-once.ts';
import type { UploadFileInput } from '../files/inputs.ts';
import { type AdmittedFile, type FileBytes, receiveFile } from '../files/receive-file.ts';
import { type ReceivedFile, uploadFile } from '../files/upload-file.ts';
import { type ExtractionPayload, extractDocument } from './extract-document.ts';
import { requireExtractionReader } from './find-extraction.ts';
import type { ExtractDocumentInput } from './inputs.ts';

/** Document whose bytes are sent with the request. */
export type SentDocumentInput = {
  upload: Omit<UploadFileInput, 'typeCode'>;
  options: Pick<ExtractDocumentInput, 'claimedKind' | 'waitMs'>;
};

/**
 * Receives a document to extract. Throws AppError `limit_exceeded` as soon as the document exceeds the maximum size for
 * extraction, and the errors of receiveFile.
 */
export async function receiveDocument(
  ctx: RequestContext,
  declared: AdmittedFile,
  bytes: FileBytes,
): Promise<ReceivedFile> {
  return await receiveFile(ctx, declared, limitBytes(bytes));
}

async function* limitBytes(bytes: FileBytes): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    if (count > EXTRACTION_BYTES_MAX) throw fileTooLarge(EXTRACTION_BYTES_MAX);
    yield chunk;
  }
}

/**
 * Stores a received file and extracts its data. Throws the errors of uploadFile and extractDocument. A file that cannot
 * be read remains uploaded.
 */
export async function extractSentDocument(
  ctx: RequestContext,
  { upload, options }: SentDocumentInput,
  intake: ReceivedFile,
): Promise<IdempotentResult<ExtractionPayload>> {
  requireExtractionReader(ctx);
  const { file } = await uploadFile(ctx, upload, intake);
  return await extractDocument(ctx, {
    ...options,
    file: { databaseId: file.id },
    idempotencyKey: deriveExtractionKey(ctx),
  });
}

/** Derives the idempotency key of the extraction from that of the header, which the upload uses. */
function deriveExtractionKey({ idempotencyKey }: RequestContext): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  return createHash('sha256').update(`extractDocument\n${idempotencyKey}`).digest('base64url');
}
