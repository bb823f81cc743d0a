import { z } from 'zod';
import { DOCUMENT_KINDS, type DocumentKind } from '../../../domain/extraction/extracted.ts';
import { extractDocument as extractDocumentOf } from '../../../resolvers/extraction/extract-document.ts';
import {
  checkExtractionReader,
  getExtraction,
} from '../../../resolvers/extraction/find-extraction.ts';
import { extractDocumentInput } from '../../../resolvers/extraction/inputs.ts';
import { markReplay, succeed } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { encodeExtraction, extractionSchema } from './encode-extraction.ts';
import { EXTRACTION_FAILURES } from './failures.ts';
import { KIND_WORDS } from './words.ts';

const EXTRACTED = 'Document information extracted';
const QUEUED = 'Document extraction queued';

const wireSchema = z
  .strictObject({
    file_id: idSchema,
    cod_tipo_docto: z.string().max(100).nullish(),
    wait_ms: extractDocumentInput.shape.waitMs,
  })
  .meta({ id: 'ExtractionRequest' });

/** v4 names "Extract information"; the path and both bodies are ours: see docs/extraction.md. */
export const extractDocument: Route = {
  method: 'POST',
  path: '/api/v4/document/extract',
  caller: 'user',
  toWords: (path) => path.map((word) => (word === 'file' ? 'file_id' : word)),
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = parseBody(wireSchema, body);
    checkExtractionReader(ctx);
    const asked = await extractDocumentOf(ctx, {
      file: { databaseId: wire.file_id },
      claimedKind: kindOf(wire.cod_tipo_docto),
      waitMs: wire.wait_ms,
    });
    const found = await getExtraction(ctx, asked.extraction.id);
    const message = found.state === 'queued' ? QUEUED : EXTRACTED;
    return markReplay(succeed(await encodeExtraction(ctx, found), message), asked);
  },
  description: {
    operationId: 'extractDocument',
    tag: 'Documents',
    summary: 'Extract information: what a document says',
    description:
      'Reads a file that was uploaded, here and offline. A small PDF or an invoice is read at once; anything else is `queued`, and asked for again at GET /api/v4/document/extraction/{extraction_id}. `cod_tipo_docto` is a hint where it is one of the words of `tipo`, and is checked; other words say nothing. What has no value is in `missing`, with why.',
    scopes: ['file:write', 'file:read'],
    isIdempotent: true,
    body: {
      schema: wireSchema,
      isRequired: true,
      examples: {
        file: { summary: 'An invoice that was uploaded', value: { file_id: 7009 } },
      },
    },
    responses: [
      {
        status: 200,
        description: `${EXTRACTED}, or ${QUEUED}`,
        schema: envelopeSchema('Extraction', extractionSchema),
      },
    ],
    failures: [
      EXTRACTION_FAILURES.notFound,
      EXTRACTION_FAILURES.unusable,
      EXTRACTION_FAILURES.unavailable,
    ],
  },
};

/** The provider's codes are its own; where one is a word of ours it says what the document is said to be. */
function kindOf(code: string | null | undefined): DocumentKind | null {
  return DOCUMENT_KINDS.find((kind) => KIND_WORDS[kind] === code?.toUpperCase()) ?? null;
}
