import { z } from 'zod';
import type { FileDetail } from '../../../domain/file.ts';
import { idSchema } from '../common/wire.ts';

const STATUSES = ['pending', 'clean', 'unscanned', 'infected'] as const;
type Status = (typeof STATUSES)[number];

/** Our design: the v4 document names the file operations and shows no body. */
export const fileSchema = z.object({
  file_id: idSchema,
  sha256: z.string().nullable().describe('Hexadecimal; null until it is known'),
  size: z.int().min(1).describe('Bytes'),
  media_type: z.string(),
  status: z.enum(STATUSES),
});

export const fileDetailSchema = fileSchema.extend({ filename: z.string() });

export function encodeFile(file: FileDetail): z.infer<typeof fileSchema> {
  return {
    file_id: file.id,
    sha256: file.sha256,
    size: file.byteCount,
    media_type: file.mediaType,
    status: statusOf(file),
  };
}

export function encodeFileDetail(file: FileDetail): z.infer<typeof fileDetailSchema> {
  return { ...encodeFile(file), filename: file.name };
}

function statusOf({ state, isScanned }: FileDetail): Status {
  if (state === 'infected') return 'infected';
  if (state !== 'available') return 'pending';
  return isScanned ? 'clean' : 'unscanned';
}
