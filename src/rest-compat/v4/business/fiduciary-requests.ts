import { z } from 'zod';
import {
  type ProcessedRequests,
  processRequests,
} from '../../../resolvers/business/process-requests.ts';
import { toBusinessWords } from '../../../v4-words/business-words.ts';
import { markReplay, succeed } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { decodeBusiness, fiduciaryRequestSchema } from './decode-business.ts';
import { businessSchema, encodeBusiness } from './encode-business.ts';

const PROCESSED = 'Fiduciary requests processed';

const personsSchema = z.array(idSchema).describe('id_persona, in the order they were sent');
export const changesSchema = z.object({
  created: personsSchema,
  updated: personsSchema,
  unchanged: personsSchema,
});
const dataSchema = z.object({ business: businessSchema, changes: changesSchema });

/** v4 names "Generate/update fiduciary requests"; the path and both bodies are ours (decisions 27 to 30). */
export const fiduciaryRequests: Route = {
  method: 'POST',
  path: '/api/v4/fiduciary/requests',
  caller: 'user',
  toWords: toBusinessWords,
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = parseBody(fiduciaryRequestSchema, body);
    const done = await processRequests(ctx, decodeBusiness(wire));
    return markReplay(succeed(encode(done), PROCESSED), done);
  },
  description: {
    operationId: 'processFiduciaryRequests',
    summary: 'Generate/update fiduciary requests',
    body: { schema: fiduciaryRequestSchema, isRequired: true },
    isIdempotent: true,
    responses: [{ status: 200, description: PROCESSED, schema: envelopeSchema(dataSchema) }],
  },
};

function encode({ detail, changes }: ProcessedRequests): z.infer<typeof dataSchema> {
  const { created, updated, unchanged } = changes;
  return { business: encodeBusiness(detail), changes: { created, updated, unchanged } };
}
