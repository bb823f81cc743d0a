import { z } from 'zod';
import { LINK_SECONDS_MAX } from '../../domain/files/file.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { businessLookupSchema, participantLookupSchema } from '../business/inputs.ts';
import { codeSchema, idempotencyKeySchema, idSchema, text } from '../common/common-inputs.ts';

/** Maximum length of a sent name; longer than any stored name, which is truncated. */
const NAME_LENGTH_MAX = 1000;
const MEDIA_TYPE_LENGTH_MAX = 255;

const fileName = text(NAME_LENGTH_MAX);
const mediaType = text(MEDIA_TYPE_LENGTH_MAX);

/** Metadata of a file that is sent together with its bytes. */
export const uploadFileInput = z
  .object({
    fileName,
    mediaType,
    typeCode: codeSchema.nullish(),
    businessId: idSchema.nullish(),
    participantId: idSchema.nullish(),
  })
  .refine(
    ({ typeCode, participantId }) =>
      (typeCode ?? null) === null || (participantId ?? null) !== null,
    {
      path: ['typeCode'],
      ...issueOptions('contradicts', 'Requires the participant of the document'),
    },
  );
export type UploadFileInput = z.infer<typeof uploadFileInput>;

export const createFileUploadInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  fileName,
  mediaType,
  byteCount: z.number().int().min(1),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, { message: 'Must be 64 hexadecimal digits' })
    .nullish(),
  business: businessLookupSchema.nullish(),
  participant: participantLookupSchema.nullish(),
});
export type CreateFileUploadInput = z.infer<typeof createFileUploadInput>;

/** Lookup of a file by one id. A lookup without an id is valid and finds no file. */
export const fileLookupSchema = z
  .object({ id: text(NAME_LENGTH_MAX).nullish(), databaseId: idSchema.nullish() })
  .refine(
    ({ id, databaseId }) => (id ?? null) === null || (databaseId ?? null) === null,
    issueOptions('exactly_one', 'Exactly one of the fields is required'),
  );
export type FileLookup = z.infer<typeof fileLookupSchema>;
export const fileInput = z.object({ by: fileLookupSchema });

export const completeFileUploadInput = z.object({ file: fileLookupSchema });
export type CompleteFileUploadInput = z.infer<typeof completeFileUploadInput>;

export const fileLinkInput = z.object({
  expiresIn: z.number().int().min(1).max(LINK_SECONDS_MAX),
});
