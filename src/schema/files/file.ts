import { FILE_LINK_PATH, type FileDetail, LINK_SECONDS_MAX } from '../../domain/files/file.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import { findFile } from '../../resolvers/files/find-file.ts';
import { fileInput } from '../../resolvers/files/inputs.ts';
import { makeFileLink } from '../../resolvers/files/make-file-link.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { FileLookup } from '../base/lookups.ts';
import { RequestedDocumentType } from './document.ts';

export const FileStatus = builder.enumType('FileStatus', {
  description: 'State of a file. v4: `status`.',
  values: {
    EXPECTED: {
      value: 'expected',
      description: 'Announced; its bytes have not come. v4 `pending`.',
    },
    RECEIVED: {
      value: 'received',
      description: 'Its bytes are here and await completeFileUpload. v4 `pending`.',
    },
    AVAILABLE: {
      value: 'available',
      description: 'It may be downloaded and attached. v4 `clean` or `unscanned`: see isScanned.',
    },
    INFECTED: {
      value: 'infected',
      description: 'Malware was found, and the bytes were not kept. v4 `infected`.',
    },
    ELSEWHERE: {
      value: 'elsewhere',
      description: 'Only its id is known; no file is answered with it.',
    },
  } as const,
});

export const FileType = builder.objectRef<FileDetail>('File');
builder.node(FileType, {
  description: 'A file that was sent to the gateway. v4: GET /api/v4/file/{file_id}/detail.',
  id: { resolve: (file) => file.id, parse: parseDatabaseId },
  loadOne: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findFile(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description:
        'The internal id. v4 `file_id`, and `id_descarga` of a document that it is attached to.',
      resolve: (file) => file.id,
    }),
    name: t.exposeString('name', {
      description: 'Its name: without folders, with an ending that fits the type. v4 `filename`.',
    }),
    mediaType: t.exposeString('mediaType', {
      description:
        'Its type: as its bytes tell; as it was announced until they come. v4 `media_type`.',
    }),
    byteCount: t.expose('byteCount', {
      type: 'SafeInt',
      description: 'Number of bytes that the file has or is declared to have. v4: `size`.',
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'The digest of its bytes: hexadecimal; null until it is known. v4 `sha256`.',
    }),
    status: t.expose('state', {
      type: FileStatus,
      description: 'State of the file. v4: `status`.',
    }),
    isScanned: t.exposeBoolean('isScanned', {
      description: 'True when the file was scanned for malware. v4: `status` is not `unscanned`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was announced or sent.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it is deleted unless it is completed or attached; null for a file of a business.',
    }),
  }),
});

builder.objectField(FileType, 'downloadUrl', (t) =>
  t.string({
    nullable: true,
    description:
      'Path on this server that returns the file without headers for `expiresIn` seconds to every client that has the path. Each download is audited. Null when there is nothing to download. v4: GET /api/v4/file/{file_id}.',
    args: {
      expiresIn: t.arg.int({
        required: true,
        defaultValue: LINK_SECONDS_MAX,
        description: `For how many seconds it is good, from 1 to ${LINK_SECONDS_MAX}.`,
      }),
    },
    resolve: ({ id, state }, { expiresIn }, ctx) =>
      state === 'available'
        ? `${FILE_LINK_PATH}/${makeFileLink(ctx, { fileId: id, action: 'read' }, expiresIn).token}`
        : null,
  }),
);

builder.objectField(RequestedDocumentType, 'file', (t) =>
  t.field({
    type: FileType,
    nullable: true,
    description:
      'The file behind `downloadId`; null where there is none, and where only its id is known here. Needs the scope file:read.',
    resolve: async ({ downloadId }, _args, ctx) =>
      downloadId === null ? null : await findFile(ctx, { databaseId: downloadId }),
  }),
);

builder.queryField('file', (t) =>
  t.field({
    type: FileType,
    nullable: true,
    description:
      'Null when it does not exist or belongs to another service. v4: GET /api/v4/file/{file_id}/detail.',
    args: {
      by: t.arg({ type: FileLookup, required: true, description: 'Reference to the file.' }),
    },
    validate: { schema: checksOf(fileInput) },
    resolve: async (_root, args, ctx) => await findFile(ctx, args.by),
  }),
);
