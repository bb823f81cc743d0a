import { z } from 'zod';
import type { FileDetail } from '../../../domain/files/file.ts';
import { idSchema } from '../common/wire.ts';

const STATUSES = ['pending', 'clean', 'unscanned', 'infected'] as const;
type Status = (typeof STATUSES)[number];

/** Schema of binary bodies. Client generators recognize its `format`. */
export const bytesSchema = z
  .string()
  .meta({ format: 'binary', contentMediaType: 'application/octet-stream' });

/** Stored file in responses. */
export const fileSchema = z
  .object({
    file_id: idSchema,
    sha256: z
      .string()
      .nullable()
      .describe('SHA-256 of the bytes, in hexadecimal. Null until it is known.'),
    size: z.int().min(1).describe('Size in bytes.'),
    media_type: z.string(),
    status: z.enum(STATUSES).meta({ id: 'FileStatus' }),
  })
  .meta({ id: 'StoredFile' });

export const fileDetailSchema = fileSchema
  .extend({ filename: z.string() })
  .meta({ id: 'FileDetail' });

export function encodeFile(file: FileDetail): z.infer<typeof fileSchema> {
  return {
    file_id: file.id,
    sha256: file.sha256,
    size: file.byteCount,
    media_type: file.mediaType,
    status: toStatus(file),
  };
}

export function encodeFileDetail(file: FileDetail): z.infer<typeof fileDetailSchema> {
  return { ...encodeFile(file), filename: file.name };
}

function toStatus({ state, isScanned }: FileDetail): Status {
  if (state === 'infected') return 'infected';
  if (state !== 'available') return 'pending';
  return isScanned ? 'clean' : 'unscanned';
}
