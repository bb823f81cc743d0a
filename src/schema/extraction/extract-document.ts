import type { Once } from '../../resolvers/common/run-once.ts';
import {
  type AskedExtraction,
  extractDocument,
} from '../../resolvers/extraction/extract-document.ts';
import { extractDocumentInput } from '../../resolvers/extraction/inputs.ts';
import { checksOf } from '../../validate.ts';
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
import { ExtractionType } from './extraction.ts';
import { DocumentKindEnum } from './words.ts';

const ExtractDocumentInput = builder.inputType('ExtractDocumentInput', {
  description: 'Which file is read, and what it is said to be.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    file: t.field({
      type: FileLookup,
      required: true,
      description: 'The file that is read. Its `databaseId` is the v4 `file_id`.',
    }),
    claimedKind: t.field({
      type: DocumentKindEnum,
      description:
        'What it is said to be: a hint, which is checked against what it says. v4 `cod_tipo_docto`.',
    }),
    waitMs: t.int({
      description:
        'How long to wait for what can be read at once, 0 to 2000 milliseconds; 2000, left out. v4 `wait_ms`.',
    }),
  }),
});

const ExtractDocumentPayload = builder
  .objectRef<Once<AskedExtraction>>('ExtractDocumentPayload')
  .implement({
    description: 'A document that was read, or will be.',
    fields: (t) => ({
      extraction: t.expose('extraction', {
        type: ExtractionType,
        description: 'What came of it so far. v4: `data` of the answer.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('extractDocument', (t) =>
  t.field({
    type: ExtractDocumentPayload,
    description:
      'Reads what a document says: at once where it is a small PDF or an invoice, else beside the requests, with an event DOCUMENT_EXTRACTED. Nothing leaves the gateway. v4: POST /api/v4/document/extract.',
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
        description: 'Which file is read, and what it is said to be.',
        validate: { schema: checksOf(extractDocumentInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await extractDocument(ctx, input),
  }),
);
