import type { RequestedDocument } from '../../domain/files/document.ts';
import { encodeDocumentKey, parseDocumentKey } from '../../domain/shared/global-id.ts';
import { findDocument, listDocuments } from '../../resolvers/business/find-participant.ts';
import { findFileLocation } from '../../resolvers/files/find-file.ts';
import { builder } from '../base/builder.ts';
import { ParticipantType } from '../business/participant.ts';

export const RequestedDocumentType = builder.objectRef<RequestedDocument>('RequestedDocument');
builder.node(RequestedDocumentType, {
  description:
    'Document that is requested from a participant, with the attached file. v4: `tipo_doctos[]`.',
  id: { resolve: encodeDocumentKey, parse: parseDocumentKey },
  loadWithoutCache: async (key, ctx) => (key === undefined ? null : await findDocument(ctx, key)),
  fields: (t) => ({
    typeCode: t.exposeString('typeCode', {
      description: 'Type of the document: a code of the client system. v4: `cod_tipo_docto`.',
    }),
    downloadId: t.expose('downloadId', {
      type: 'SafeInt',
      nullable: true,
      description:
        'Id of the attached file: `File.databaseId`, or the id of a file in the client system when `isExternal` is true. Null when no file is attached. v4: `id_descarga`.',
    }),
    isAvailable: t.boolean({
      description:
        'True when the attached file is stored in the gateway and can be downloaded. v4: `id_descarga` is not null, also for files stored in the client system.',
      resolve: async ({ downloadId }, _args, ctx) =>
        (await findFileLocation(ctx, downloadId)) === 'here',
    }),
    isExternal: t.boolean({
      description:
        'True when the attached file is stored in the client system, and the gateway knows only its id.',
      resolve: async ({ downloadId }, _args, ctx) =>
        (await findFileLocation(ctx, downloadId)) === 'elsewhere',
    }),
  }),
});

builder.objectField(ParticipantType, 'documents', (t) =>
  t.field({
    type: [RequestedDocumentType],
    description:
      'Documents that are requested from the participant, in the order of the requests. v4: `tipo_doctos`.',
    resolve: (participant, _args, ctx) => listDocuments(ctx, participant),
  }),
);
