import type { RequestedDocument } from '../../domain/files/document.ts';
import { encodeDocumentKey, parseDocumentKey } from '../../domain/shared/global-id.ts';
import { findDocument, listDocuments } from '../../resolvers/business/find-participant.ts';
import { builder } from '../base/builder.ts';
import { ParticipantType } from '../business/participant.ts';

export const RequestedDocumentType = builder.objectRef<RequestedDocument>('RequestedDocument');
builder.node(RequestedDocumentType, {
  description: 'A document type requested from a participant. v4: `tipo_doctos[]`.',
  id: { resolve: encodeDocumentKey, parse: parseDocumentKey },
  loadWithoutCache: async (key, ctx) => (key === undefined ? null : await findDocument(ctx, key)),
  fields: (t) => ({
    typeCode: t.exposeString('typeCode', {
      description: 'The type of the document, in the words of the provider. v4 `cod_tipo_docto`.',
    }),
    downloadId: t.expose('downloadId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The id of its file; null until that exists. v4 `id_descarga`.',
    }),
    isAvailable: t.boolean({
      description: 'True when the file exists. v4: `id_descarga` is not null.',
      resolve: (document) => document.downloadId !== null,
    }),
  }),
});

builder.objectField(ParticipantType, 'documents', (t) =>
  t.field({
    type: [RequestedDocumentType],
    description:
      'The documents that are requested of it, in the order they were given. v4 `tipo_doctos`.',
    resolve: (participant, _args, ctx) => listDocuments(ctx, participant),
  }),
);
