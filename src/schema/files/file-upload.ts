import { FILE_LINK_PATH } from '../../domain/files/file.ts';
import type { Once } from '../../resolvers/common/run-once.ts';
import {
  type CompletedUpload,
  completeFileUpload,
} from '../../resolvers/files/complete-file-upload.ts';
import {
  type AnnouncedUpload,
  createFileUpload,
} from '../../resolvers/files/create-file-upload.ts';
import { completeFileUploadInput, createFileUploadInput } from '../../resolvers/files/inputs.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  BusinessNotFoundError,
  FileNotAvailableError,
  FileNotFoundError,
  FilesUnavailableError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
} from '../base/errors.ts';
import {
  BusinessLookup,
  FileLookup,
  IDEMPOTENCY_KEY,
  ParticipantLookup,
  REPLAYED,
} from '../base/lookups.ts';
import { FileType } from './file.ts';

const CreateFileUploadInput = builder.inputType('CreateFileUploadInput', {
  description: 'Declared properties of a file; its bytes have to match them.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    fileName: t.string({
      required: true,
      description: 'Its name, which a download has again. v4: the name of the part `file`.',
    }),
    mediaType: t.string({
      required: true,
      description:
        'application/pdf, image/png, image/jpeg, image/tiff, image/webp, application/xml, text/csv, or that of an xlsx workbook. v4: the type of the part `file`.',
    }),
    byteCount: t.field({
      type: 'SafeInt',
      required: true,
      description:
        'Number of bytes to upload. v4: the length of `content_base64` once decoded, or of the part `file`.',
    }),
    sha256: t.string({
      description: 'Hexadecimal; where it is given, other bytes are refused.',
    }),
    business: t.field({
      type: BusinessLookup,
      description: 'The business that the file belongs to. v4 `business_id`.',
    }),
    participant: t.field({
      type: ParticipantLookup,
      description: 'The participant that the file belongs to. v4 `participant_id`.',
    }),
  }),
});

const CreateFileUploadPayload = builder
  .objectRef<Once<AnnouncedUpload>>('CreateFileUploadPayload')
  .implement({
    description: 'Target of the upload; send the bytes there as the body of one request.',
    fields: (t) => ({
      file: t.expose('file', {
        type: FileType,
        description: 'The file, which is expected. v4: `data` of the upload.',
      }),
      uploadUrl: t.string({
        description:
          'Path on this server that takes the bytes without headers; every client that has the path can use it.',
        resolve: ({ link }) => `${FILE_LINK_PATH}/${link.token}`,
      }),
      method: t.string({
        description: 'The method to send them with: PUT.',
        resolve: () => 'PUT',
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'Until when `uploadUrl` lets in.',
        resolve: ({ link }) => link.expiresAt,
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('createFileUpload', (t) =>
  t.field({
    type: CreateFileUploadPayload,
    description:
      'Announces a file: then PUT its bytes to `uploadUrl`, then completeFileUpload. What is not completed within an hour is deleted. v4: POST /api/v4/file/upload does it in one.',
    errors: {
      types: [
        BusinessNotFoundError,
        ParticipantNotFoundError,
        InputValidationError,
        FilesUnavailableError,
        // The answer to a request that is sent again, when its file was deleted since.
        FileNotFoundError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: CreateFileUploadInput,
        required: true,
        description: 'Declared properties of the file.',
        validate: { schema: checksOf(createFileUploadInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await createFileUpload(ctx, input),
  }),
);

const CompleteFileUploadInput = builder.inputType('CompleteFileUploadInput', {
  description: 'File whose bytes were uploaded.',
  fields: (t) => ({
    file: t.field({
      type: FileLookup,
      required: true,
      description: 'The file that has been sent. Its `databaseId` is the v4 `file_id`.',
    }),
  }),
});

const CompleteFileUploadPayload = builder
  .objectRef<CompletedUpload>('CompleteFileUploadPayload')
  .implement({
    description: 'A file that can be downloaded and attached.',
    fields: (t) => ({
      file: t.expose('file', {
        type: FileType,
        description: 'The file, which is available now. v4: `data` of the upload.',
      }),
    }),
  });

builder.mutationField('completeFileUpload', (t) =>
  t.field({
    type: CompleteFileUploadPayload,
    description:
      'Makes a file whose bytes have come available; asked again it changes nothing. v4: POST /api/v4/file/upload does it in one.',
    errors: {
      types: [
        FileNotFoundError,
        FileNotAvailableError,
        InputValidationError,
        FilesUnavailableError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: CompleteFileUploadInput,
        required: true,
        description: 'File whose bytes were uploaded.',
        validate: { schema: checksOf(completeFileUploadInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await completeFileUpload(ctx, input),
  }),
);
