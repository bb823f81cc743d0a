import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import { type AttachedDocument, attachDocument } from '../../resolvers/files/attach-document.ts';
import { attachDocumentInput } from '../../resolvers/upsert/write-inputs.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  FilesUnavailableError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup, REPLAYED } from '../base/lookups.ts';
import { ParticipantType } from '../business/participant.ts';
import { RequestedDocumentType } from './document.ts';

const AttachDocumentInput = builder.inputType('AttachDocumentInput', {
  description: 'File to attach and the requested document that it is attached to.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      required: true,
      description: 'Participant whose document is requested. v4: an element of `participantes`.',
    }),
    typeCode: t.string({
      required: true,
      description:
        'Type of the requested document: a code of the client system. v4: `cod_tipo_docto`.',
    }),
    downloadId: t.field({
      type: 'SafeInt',
      required: true,
      description:
        'Id of the file to attach: `databaseId` of an uploaded file, or the id of a file stored in the client system. When the gateway has no file with the id, the document becomes `isExternal`. v4: `id_descarga`.',
    }),
  }),
});

const AttachDocumentPayload = builder
  .objectRef<IdempotentResult<AttachedDocument>>('AttachDocumentPayload')
  .implement({
    description: 'Payload of attachDocument.',
    fields: (t) => ({
      document: t.expose('document', {
        type: RequestedDocumentType,
        description:
          'Current state of the document, with its file. v4: an element of `tipo_doctos`.',
      }),
      participant: t.expose('participant', {
        type: ParticipantType,
        description: 'Participant whose document was requested. v4: an element of `participantes`.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('attachDocument', (t) =>
  t.field({
    type: AttachDocumentPayload,
    description:
      'Attaches a file to a requested document of a participant. The first document of the type that has no file receives it. Nothing changes when the file is already attached to a document of the type. When the only document of the type has another file, the new file replaces it, and the old file is deleted unless it is attached elsewhere. Fails with InputValidationError when several documents of the type have files and none is without, when no document of the type is requested, and for a file that is not AVAILABLE or belongs to another business. Requires scope `business:write`. v4: `id_descarga`.',
    errors: {
      types: [
        ParticipantNotFoundError,
        InputValidationError,
        // An uploaded file moves to the business with its key, which may be unavailable.
        FilesUnavailableError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: AttachDocumentInput,
        required: true,
        description: 'File to attach and the requested document that it is attached to.',
        validate: { schema: createChecks(attachDocumentInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await attachDocument(ctx, input),
  }),
);
