import { FILE_LINK_PATH, type FileDetail, LINK_SECONDS_MAX } from '../../domain/files/file.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import { createFileLink } from '../../resolvers/files/create-file-link.ts';
import { findFile } from '../../resolvers/files/find-file.ts';
import { fileInput } from '../../resolvers/files/inputs.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { FileLookup } from '../base/lookups.ts';
import { RequestedDocumentType } from './document.ts';

export const FileStatus = builder.enumType('FileStatus', {
  description: 'Status of a file. v4: `status`.',
  values: {
    EXPECTED: {
      value: 'expected',
      description: 'Upload was started, but the bytes have not been received. v4: `pending`.',
    },
    RECEIVED: {
      value: 'received',
      description:
        'Bytes were received, but the upload has not been completed with completeFileUpload. v4: `pending`.',
    },
    AVAILABLE: {
      value: 'available',
      description:
        'File can be downloaded and attached. v4: `clean`, or `unscanned` when it was not scanned for malware.',
    },
    INFECTED: {
      value: 'infected',
      description: 'Malware was found in the file. Its bytes are not stored. v4: `infected`.',
    },
    ELSEWHERE: {
      value: 'elsewhere',
      description:
        'File is stored in the client system; the gateway knows only its id. No query returns such a file.',
    },
  } as const,
});

export const FileType = builder.objectRef<FileDetail>('File');
builder.node(FileType, {
  description:
    'File whose upload was started with createFileUpload, or that was uploaded in one request. v4: GET /api/v4/file/{file_id}/detail.',
  id: { resolve: (file) => file.id, parse: parseDatabaseId },
  loadOne: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findFile(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description:
        'Internal id of the file, unique in the service. v4: `file_id`, and `id_descarga` of a document that it is attached to.',
      resolve: (file) => file.id,
    }),
    name: t.exposeString('name', {
      description:
        'Name of the file without directories, with an extension that fits the media type. v4: `filename`.',
    }),
    mediaType: t.exposeString('mediaType', {
      description:
        'Media type, as detected from the bytes. Until the bytes are received, the declared type. v4: `media_type`.',
    }),
    byteCount: t.expose('byteCount', {
      type: 'SafeInt',
      description:
        'Number of bytes of the file. Until the bytes are received, the declared number. v4: `size`.',
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description:
        'SHA-256 of the bytes, in hexadecimal. Until the bytes are received, the declared digest; null when none was declared. v4: `sha256`.',
    }),
    status: t.expose('state', {
      type: FileStatus,
      description: 'Status of the file. v4: `status`.',
    }),
    isScanned: t.exposeBoolean('isScanned', {
      description:
        'True when the file was scanned for malware. v4: false when `status` is `unscanned`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the upload was started.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time when the file is deleted, unless it is attached to a document before: one hour after the start of an upload that is not completed, and 7 days after completion for a file that belongs to no business. Null for an available file that belongs to a business.',
    }),
  }),
});

builder.objectField(FileType, 'downloadUrl', (t) =>
  t.string({
    nullable: true,
    description:
      'URL path on this server, without scheme and host, for downloading the file with GET. The request needs no credentials: every client that has the path can use it for `expiresIn` seconds. Each download is recorded in the audit trail. Null unless the status is AVAILABLE. v4: GET /api/v4/file/{file_id}.',
    args: {
      expiresIn: t.arg.int({
        required: true,
        defaultValue: LINK_SECONDS_MAX,
        description: `Validity of the path in seconds, 1 to ${LINK_SECONDS_MAX}.`,
      }),
    },
    resolve: ({ id, state }, { expiresIn }, ctx) =>
      state === 'available'
        ? `${FILE_LINK_PATH}/${createFileLink(ctx, { fileId: id, action: 'read' }, expiresIn).token}`
        : null,
  }),
);

builder.objectField(RequestedDocumentType, 'file', (t) =>
  t.field({
    type: FileType,
    nullable: true,
    description:
      'Attached file. Null when no file is attached, and when `isExternal` is true. Requires scope `file:read`.',
    resolve: async ({ downloadId }, _args, ctx) =>
      downloadId === null ? null : await findFile(ctx, { databaseId: downloadId }),
  }),
);

builder.queryField('file', (t) =>
  t.field({
    type: FileType,
    nullable: true,
    description:
      'File with the given id. Null when the service has no such file. Requires scope `file:read`. v4: GET /api/v4/file/{file_id}/detail.',
    args: {
      by: t.arg({ type: FileLookup, required: true, description: 'Reference to the file.' }),
    },
    validate: { schema: createChecks(fileInput) },
    resolve: async (_root, args, ctx) => await findFile(ctx, args.by),
  }),
);
