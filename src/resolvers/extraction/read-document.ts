import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { Db } from '../../db/client.ts';
import type { DocumentKind } from '../../domain/extraction/extracted.ts';
import type {
  AcquiredReader,
  ReadingOptions,
  ReadingOutcome,
} from '../../domain/extraction/extraction.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { today } from '../../runtime/calendar.ts';
import { findFileKey } from '../files/data-key.ts';

/** Dependencies of reading a document, in a request or a job. */
export type ReadContext = {
  db: Db;
  serviceId: number;
  vault: Pick<FileVault, 'read' | 'unwrapKey' | 'unseal'>;
  reader: AcquiredReader;
};

type ReadOptions = ReadingOptions & { claimed: DocumentKind | null };

/**
 * Reads the document in a file; undefined when its bytes or the key of the file were deleted. Throws AppError
 * `files_unavailable` without the master key.
 */
export async function readDocument(
  context: ReadContext,
  file: FileRecord,
  { claimed, ...readingOptions }: ReadOptions,
): Promise<ReadingOutcome | undefined> {
  const { serviceId } = context;
  const { storageKey, byteCount: size, mediaType } = file;
  const key = await findFileKey(context, file);
  if (storageKey === null || size === null || mediaType === null || key === undefined)
    return undefined;
  const blob = { serviceId, storageKey, key, size };
  const stored = await context.vault.read(blob, { first: 0, last: size - 1 });
  if (stored === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return await context.reader.read({ mediaType, bytes, claimed, today: today() }, readingOptions);
}
