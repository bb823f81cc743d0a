import { FILE_LINK_PATH } from '../../domain/files/file.ts';
import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import {
  type CompletedUpload,
  completeFileUpload,
} from '../../resolvers/files/complete-file-upload.ts';
import {
  type AnnouncedUpload,
  createFileUpload,
} from '../../resolvers/files/create-file-upload.ts';
import { completeFileUploadInput, createFileUploadInput } from '../../resolvers/files/inputs.ts';
import { createChecks } from '../../validation/validate.ts';
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
  description:
    'Declared properties of the file to upload. An upload that differs from them is rejected. The file belongs to `business`, or to `participant` and the business of the participant. When both are omitted, it belongs to none, and is deleted 7 days after completeFileUpload unless it is attached to a document.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    fileName: t.string({
      required: true,
      description:
        'Name of the file, at most 1000 characters. Downloads have the same name. v4: the name of the part `file`.',
    }),
    mediaType: t.string({
      required: true,
      description:
        'Media type of the file: application/pdf, image/png, image/jpeg, image/tiff, image/webp, application/xml, text/csv, or application/vnd.openxmlformats-officedocument.spreadsheetml.sheet (xlsx). v4: the type of the part `file`.',
    }),
    byteCount: t.field({
      type: 'SafeInt',
      required: true,
      description:
        'Number of bytes to upload. v4: the length of `content_base64` once decoded, or of the part `file`.',
    }),
    sha256: t.string({
      description:
        'SHA-256 of the bytes, in hexadecimal. Bytes with another digest are rejected. When omitted, the digest is not checked.',
    }),
    business: t.field({
      type: BusinessLookup,
      description:
        'Business that the file belongs to. When `participant` is given too, it must be a participant of this business. v4: `business_id`.',
    }),
    participant: t.field({
      type: ParticipantLookup,
      description:
        'Participant that the file belongs to. The file then also belongs to the business of the participant. v4: `participant_id`.',
    }),
  }),
});

const CreateFileUploadPayload = builder
  .objectRef<IdempotentResult<AnnouncedUpload>>('CreateFileUploadPayload')
  .implement({
    description:
      'Payload of createFileUpload: the file, with the path and the method of the request that sends its bytes.',
    fields: (t) => ({
      file: t.expose('file', {
        type: FileType,
        description:
          'File whose upload was started, in status EXPECTED; for a repeated request, in its current status. v4: `data` of the upload.',
      }),
      uploadUrl: t.string({
        description:
          'URL path on this server, without scheme and host. The bytes are sent to it as the body of one PUT request. The request needs no credentials: every client that has the path can use it.',
        resolve: ({ link }) => `${FILE_LINK_PATH}/${link.token}`,
      }),
      method: t.string({
        description: 'HTTP method of the request that sends the bytes: PUT.',
        resolve: () => 'PUT',
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description:
          'Time when `uploadUrl` expires: five minutes after the request. A repeated request with the same idempotency key returns a new path for the same file.',
        resolve: ({ link }) => link.expiresAt,
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('createFileUpload', (t) =>
  t.field({
    type: CreateFileUploadPayload,
    description:
      'Starts the upload of a file. The client then sends the bytes to `uploadUrl` with PUT, and calls completeFileUpload. An upload that is not completed within one hour is deleted with its bytes. Fails with QUOTA_EXCEEDED when the service may not store that many bytes. A repeated request fails with FileNotFoundError when its file was deleted. Requires scope `file:write`. v4: POST /api/v4/file/upload, in one request.',
    errors: {
      types: [
        BusinessNotFoundError,
        ParticipantNotFoundError,
        InputValidationError,
        FilesUnavailableError,
        // Thrown for a replayed request whose file was deleted since.
        FileNotFoundError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: CreateFileUploadInput,
        required: true,
        description: 'Declared properties of the file to upload.',
        validate: { schema: createChecks(createFileUploadInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await createFileUpload(ctx, input),
  }),
);

const CompleteFileUploadInput = builder.inputType('CompleteFileUploadInput', {
  description: 'File whose upload is to be completed.',
  fields: (t) => ({
    file: t.field({
      type: FileLookup,
      required: true,
      description:
        'File whose bytes were sent to `CreateFileUploadPayload.uploadUrl`. v4: `file_id`.',
    }),
  }),
});

const CompleteFileUploadPayload = builder
  .objectRef<CompletedUpload>('CompleteFileUploadPayload')
  .implement({
    description: 'Payload of completeFileUpload.',
    fields: (t) => ({
      file: t.expose('file', {
        type: FileType,
        description:
          'Current state of the file, which can now be downloaded and attached. v4: `data` of the upload.',
      }),
    }),
  });

builder.mutationField('completeFileUpload', (t) =>
  t.field({
    type: CompleteFileUploadPayload,
    description:
      'Completes an upload: makes the file available for download and attachment. Has no effect on a file that is already available. Requires scope `file:write`. v4: POST /api/v4/file/upload, in one request.',
    errors: {
      types: [
        FileNotFoundError,
        FileNotAvailableError,
        InputValidationError,
        FilesUnavailableError,
        // The input has no idempotency key: operation_in_progress, while another request changes the same file.
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: CompleteFileUploadInput,
        required: true,
        description: 'File whose upload is to be completed.',
        validate: { schema: createChecks(completeFileUploadInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await completeFileUpload(ctx, input),
  }),
);
