import { getExtraction } from '../../../resolvers/extraction/find-extraction.ts';
import { succeed } from '../../respond.ts';
import { parseId, type Route } from '../../route.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { encodeExtraction, extractionSchema } from './encode-extraction.ts';
import { EXTRACTION_FAILURES } from './failures.ts';

const FOUND = 'Extraction retrieved successfully';

/** Returns the result of an extraction. Not in the v4 document. */
export const getExtractionRoute: Route = {
  method: 'GET',
  path: '/api/v4/document/extraction/{extraction_id}',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, { parameter }) => {
    const extraction = await getExtraction(ctx, parseId(parameter, 'extraction_id'));
    return succeed(await encodeExtraction(ctx, extraction), FOUND);
  },
  description: {
    operationId: 'getExtraction',
    tag: 'Documents',
    summary: 'Get extraction',
    description:
      'Returns the result of an extraction. Without the scope `personal:read`, values are null and `is_masked` is true. With it, every read is recorded in the audit trail.',
    scopes: ['file:read'],
    // The demo has no extractions.
    exampleStatus: 404,
    parameters: [
      {
        name: 'extraction_id',
        in: 'path',
        schema: idSchema,
        description: 'Id of the extraction: `extraction_id` of the response that started it.',
        example: 7_009_001,
      },
    ],
    responses: [
      { status: 200, description: FOUND, schema: envelopeSchema('Extraction', extractionSchema) },
    ],
    failures: [EXTRACTION_FAILURES.notFound, EXTRACTION_FAILURES.unavailable],
  },
};
