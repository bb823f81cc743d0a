import { z } from 'zod';
import {
  type ProcessedRequests,
  processRequests,
} from '../../../resolvers/upsert/process-requests.ts';
import { toV4BusinessPath } from '../../../v4-words/business-words.ts';
import { succeed, withReplayHeader } from '../../respond.ts';
import { parseBodyWithYields, type Route } from '../../route.ts';
import { QUOTA_EXCEEDED } from '../common/quota-failure.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { decodeBusiness, fiduciaryRequestSchema } from './decode-business.ts';
import { businessSchema, encodeBusiness } from './encode-business.ts';
import { REQUEST_EXAMPLES } from './request-examples.ts';
import { withScreeningHeader } from './with-screening-header.ts';

const PROCESSED = 'Fiduciary requests processed';

const personsSchema = z
  .array(idSchema)
  .describe('`id_persona` of the participants, in the order of the request.');
export const changesSchema = z
  .object({ created: personsSchema, updated: personsSchema, unchanged: personsSchema })
  .meta({ id: 'ParticipantChanges' });
const dataSchema = z
  .object({ business: businessSchema, changes: changesSchema })
  .meta({ id: 'FiduciaryRequestsProcessed' });

/** v4: Generate/update fiduciary requests. The v4 document specifies neither path nor bodies. */
export const fiduciaryRequests: Route = {
  method: 'POST',
  path: '/api/v4/fiduciary/requests',
  caller: 'user',
  toV4Path: toV4BusinessPath,
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = await parseBodyWithYields(fiduciaryRequestSchema, body);
    const processed = await processRequests(ctx, await decodeBusiness(wire));
    const reply = succeed(encode(processed), PROCESSED);
    const screened = await withScreeningHeader(ctx, reply, [processed.changes]);
    return withReplayHeader(screened, processed);
  },
  description: {
    operationId: 'processFiduciaryRequests',
    tag: 'Businesses',
    summary: 'Generate/update fiduciary requests',
    description:
      'Creates or updates a business with its participants and their requested documents. Omitted values are kept; null and empty text remove a value, and set `mod_carga` to `API`. Participants that the request does not name are not deleted.',
    scopes: ['business:write', 'business:read'],
    body: { schema: fiduciaryRequestSchema, isRequired: true, examples: REQUEST_EXAMPLES },
    isIdempotent: true,
    hasScreeningHeader: true,
    responses: [
      {
        status: 200,
        description: PROCESSED,
        schema: envelopeSchema('FiduciaryRequests', dataSchema),
      },
    ],
    failures: [QUOTA_EXCEEDED],
  },
};

function encode({ detail, changes }: ProcessedRequests): z.infer<typeof dataSchema> {
  const { created, updated, unchanged } = changes;
  return { business: encodeBusiness(detail), changes: { created, updated, unchanged } };
}
