import type { RequestedDocument } from '../../domain/files/document.ts';
import { encodeDocumentKey, parseDocumentKey } from '../../domain/shared/global-id.ts';
import { findDocument, listDocuments } from '../../resolvers/business/find-participant.ts';
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
        'Internal id of the attached file. Null until a file is attached. v4: `id_descarga`.',
    }),
    isAvailable: t.boolean({
      description: 'True when a file is attached. v4: `id_descarga` is not null.',
      resolve: (document) => document.downloadId !== null,
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
