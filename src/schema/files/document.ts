import type { RequestedDocument } from '../../domain/files/document.ts';
import { encodeDocumentKey, parseDocumentKey } from '../../domain/shared/global-id.ts';
import { findDocument, listDocuments } from '../../resolvers/business/find-participant.ts';
import { findFilePlace } from '../../resolvers/files/find-file.ts';
import { builder } from '../base/builder.ts';
import { ParticipantType } from '../business/participant.ts';

export const RequestedDocumentType = builder.objectRef<RequestedDocument>('RequestedDocument');
builder.node(RequestedDocumentType, {
  description:
    'Document requested from a participant, with its file once there is one. v4: `tipo_doctos[]`.',
  id: { resolve: encodeDocumentKey, parse: parseDocumentKey },
  loadWithoutCache: async (key, ctx) => (key === undefined ? null : await findDocument(ctx, key)),
  fields: (t) => ({
    typeCode: t.exposeString('typeCode', {
      description: 'Type of the document, as named by the provider. v4: `cod_tipo_docto`.',
    }),
    downloadId: t.expose('downloadId', {
      type: 'SafeInt',
      nullable: true,
      description:
        'Id of its file: of one that is stored here, or of one that the provider stores (`isExternal`). Null until there is a file. v4: `id_descarga`.',
    }),
    isAvailable: t.boolean({
      description:
        'True when the file is stored here and can be downloaded. v4: `id_descarga` is not null, which includes files that are stored elsewhere.',
      resolve: async ({ downloadId }, _args, ctx) =>
        (await findFilePlace(ctx, downloadId)) === 'here',
    }),
    isExternal: t.boolean({
      description:
        'True when `downloadId` names no file that is stored here: it is the id of a file that the provider stores.',
      resolve: async ({ downloadId }, _args, ctx) =>
        (await findFilePlace(ctx, downloadId)) === 'elsewhere',
    }),
  }),
});

builder.objectField(ParticipantType, 'documents', (t) =>
  t.field({
    type: [RequestedDocumentType],
    description:
      'Documents requested from the participant, in the order of the requests. v4: `tipo_doctos`.',
    resolve: (participant, _args, ctx) => listDocuments(ctx, participant),
  }),
);
