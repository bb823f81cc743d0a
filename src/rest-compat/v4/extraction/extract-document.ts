import { z } from 'zod';
import type { RequestContext } from '../../../context.ts';
import {
  getExtraction,
  requireExtractionReader,
} from '../../../resolvers/extraction/find-extraction.ts';
import { extractDocumentInput } from '../../../resolvers/extraction/inputs.ts';
import { isForm } from '../../read-multipart.ts';
import { succeed, withReplayHeader } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { QUOTA_EXCEEDED } from '../common/quota-failure.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { claimedCodeSchema, findKind } from './claimed-kind.ts';
import { encodeExtraction, extractionSchema } from './encode-extraction.ts';
import { EXTRACTION_FORM, extractByForm } from './extract-by-form.ts';
import { extractById } from './extract-by-id.ts';
import { EXTRACTION_FAILURES } from './failures.ts';

const EXTRACTED = 'Document information extracted';
const QUEUED = 'Document extraction queued';

const wireSchema = z
  .strictObject({
    file_id: idSchema,
    cod_tipo_docto: claimedCodeSchema.nullish(),
    wait_ms: extractDocumentInput.shape.waitMs,
  })
  .meta({ id: 'ExtractionRequest' });

/** Maximum size of a JSON body, which contains ids and a code only. Documents are sent in a form. */
const JSON_BYTES_MAX = 16_384;

/** v4 names of the members in issue paths. */
const V4_NAMES = new Map([
  ['fileName', 'file'],
  ['mediaType', 'file'],
  ['businessId', 'business_id'],
  ['participantId', 'participant_id'],
  ['participant', 'participant_id'],
]);

/** v4: Extract information. The v4 document specifies neither path nor bodies; see docs/guide/extraction.md. */
export const extractDocument: Route = {
  method: 'POST',
  path: '/api/v4/document/extract',
  caller: 'user',
  toV4Path: (path) => path.map((step) => V4_NAMES.get(step) ?? step),
  readsBodyItself: true,
  faultMessage: 'Server error',
  handle: async (ctx, { content }) => {
    requireExtractionReader(ctx);
    const requested = isForm(content)
      ? await extractByForm(ctx, content)
      : await extractByJson(ctx, await content.read(JSON_BYTES_MAX));
    const extraction = await getExtraction(ctx, requested.extraction.id);
    const message = extraction.state === 'queued' ? QUEUED : EXTRACTED;
    return withReplayHeader(succeed(await encodeExtraction(ctx, extraction), message), requested);
  },
  description: {
    operationId: 'extractDocument',
    tag: 'Documents',
    summary: 'Extract information from a document',
    description:
      'Extracts the content of an uploaded file, or of a file sent with a form, within the gateway only. A file sent with a form is stored, even when it cannot be read. A PDF, an XML or a CSV file of at most 2 MiB is read within the request when a reader is free and finishes within `wait_ms`. Otherwise the extraction is `queued`; its result is available at GET /api/v4/document/extraction/{extraction_id}. `cod_tipo_docto` is a hint when it is one of the values of `tipo`, and is checked against the content; other values are ignored. Fields without a value are in `missing`, with the reason.',
    scopes: ['file:write', 'file:read'],
    isIdempotent: true,
    body: {
      schema: wireSchema,
      isRequired: true,
      examples: { file: { summary: 'Invoice that was uploaded', value: { file_id: 7009 } } },
    },
    otherBodies: { 'multipart/form-data': EXTRACTION_FORM },
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
      QUOTA_EXCEEDED,
    ],
  },
};

async function extractByJson(
  ctx: RequestContext,
  body: Uint8Array,
): ReturnType<typeof extractById> {
  const { file_id, cod_tipo_docto, wait_ms } = parseBody(wireSchema, body);
  return await extractById(ctx, file_id, {
    claimedKind: findKind(cod_tipo_docto),
    waitMs: wait_ms,
  });
}
