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

/** Dependencies of reading a file, in a request or a job. */
export type ReadContext = {
  db: Db;
  serviceId: number;
  vault: Pick<FileVault, 'read' | 'unwrapKey' | 'unseal'>;
  reader: AcquiredReader;
};

type ReadOptions = ReadingOptions & { claimed: DocumentKind | null };

/**
 * Reads a file with a document reader; undefined when its bytes were deleted. Throws AppError `files_unavailable`
 * without its key.
 */
export async function readFileOf(
  place: ReadContext,
  file: FileRecord,
  { claimed, ...manner }: ReadOptions,
): Promise<ReadingOutcome | undefined> {
  const { serviceId } = place;
  const { storageKey, byteCount: size, mediaType } = file;
  const key = await findFileKey(place, file);
  if (storageKey === null || size === null || mediaType === null || key === undefined)
    return undefined;
  const blob = { serviceId, storageKey, key, size };
  const stored = await place.vault.read(blob, { first: 0, last: size - 1 });
  if (stored === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return await place.reader.read({ mediaType, bytes, claimed, today: today() }, manner);
}
