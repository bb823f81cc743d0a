import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import {
  type ExtractionPayload,
  extractDocument,
} from '../../resolvers/extraction/extract-document.ts';
import { extractDocumentInput } from '../../resolvers/extraction/inputs.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  FileNotAvailableError,
  FileNotFoundError,
  FilesUnavailableError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
} from '../base/errors.ts';
import { FileLookup, IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { DocumentKindEnum } from './enums.ts';
import { ExtractionType } from './extraction.ts';

const ExtractDocumentInput = builder.inputType('ExtractDocumentInput', {
  description: 'File to read, with the document kind that the client claims.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    file: t.field({
      type: FileLookup,
      required: true,
      description: 'File to read. v4: `file_id`.',
    }),
    claimedKind: t.field({
      type: DocumentKindEnum,
      description:
        'Document kind that the client claims. The gateway detects the kind itself and reports a mismatch in `Extraction.checks`, as code CLAIMED_TYPE. When omitted, nothing is compared. v4: `cod_tipo_docto`.',
    }),
    waitMs: t.int({
      description:
        'Time to wait for the result within the request, 0 to 2000 milliseconds. Defaults to 2000. Afterwards the extraction is returned in status QUEUED and continues in the background. A repeated request may have another `waitMs`. v4: `wait_ms`.',
    }),
  }),
});

const ExtractDocumentPayload = builder
  .objectRef<IdempotentResult<ExtractionPayload>>('ExtractDocumentPayload')
  .implement({
    description: 'Payload of extractDocument.',
    fields: (t) => ({
      extraction: t.expose('extraction', {
        type: ExtractionType,
        description: 'Current state of the extraction. v4: `data` of the response.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('extractDocument', (t) =>
  t.field({
    type: ExtractDocumentPayload,
    description:
      'Extracts the content of a document. A PDF, a CFDI (XML) or a CSV file of at most 2 MiB is read within the request when a reader is free; otherwise a background job reads the file. The event DOCUMENT_EXTRACTED follows when the file belongs to a business. A file has at most 20 MiB. No document leaves the gateway. Requires scope `file:write`. v4: POST /api/v4/document/extract.',
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
        type: ExtractDocumentInput,
        required: true,
        description: 'File to read, with the document kind that the client claims.',
        validate: { schema: createChecks(extractDocumentInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await extractDocument(ctx, input),
  }),
);
