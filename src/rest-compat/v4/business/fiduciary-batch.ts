import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { processBatch } from '../../../resolvers/upsert/process-batch.ts';
import type { BusinessReader, UpsertOutcome } from '../../../resolvers/upsert/upsert-businesses.ts';
import { BUSINESSES_MAX } from '../../../resolvers/upsert/write-inputs.ts';
import { toV4BusinessPath } from '../../../v4-words/business-words.ts';
import { inputIssueSchema } from '../../../validation/input-issues.ts';
import { parseInSlices } from '../../../validation/validate.ts';
import {
  codeMessageSchema,
  decline,
  findRefusal,
  succeed,
  withReplayHeader,
} from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { QUOTA_EXCEEDED } from '../common/quota-failure.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { decodeBusiness, fiduciaryRequestSchema } from './decode-business.ts';
import { changesSchema } from './fiduciary-requests.ts';
import { BATCH_EXAMPLES } from './request-examples.ts';
import { withScreeningHeader } from './with-screening-header.ts';

const PROCESSED = 'Fiduciary requests processed';
const ONE_PROCESSED = 'Fiduciary request processed';
const NOT_ALL = 'Not all fiduciary requests were processed';

/** Body whose requests are validated separately, so that an invalid one does not reject the others. */
const bodySchema = z.strictObject({ requests: z.array(z.unknown()).min(1).max(BUSINESSES_MAX) });
const documentedSchema = z
  .strictObject({ requests: z.array(fiduciaryRequestSchema).min(1).max(BUSINESSES_MAX) })
  .meta({ id: 'FiduciaryBatchRequest' });

const resultSchema = z
  .object({
    success: z.boolean(),
    message: z.string(),
    code_message: codeMessageSchema
      .optional()
      .describe('Error code. Absent unless the request was rejected.'),
    issues: z
      .array(inputIssueSchema)
      .optional()
      .describe(
        'Violations of validation rules, with paths inside that request. Absent unless the request was rejected.',
      ),
    id: idSchema.optional().describe('Internal id of the business.'),
    created: z.boolean().optional(),
    changes: changesSchema.optional(),
  })
  .meta({ id: 'FiduciaryBatchResult', description: 'Result of one request of the batch.' });
const dataSchema = z
  .object({ results: z.array(resultSchema).describe('Results of the requests, in their order.') })
  .meta({ id: 'FiduciaryBatchResults' });

const READER: BusinessReader = {
  parse: async (sent) => await decodeBusiness(await parseInSlices(fiduciaryRequestSchema, sent)),
  idMember: 'id_negocio',
};

/** Processes several fiduciary requests, each with its own result. Not in the v4 document. */
export const fiduciaryBatch: Route = {
  method: 'POST',
  path: '/api/v4/fiduciary/requests/batch',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const { requests } = parseBody(bodySchema, body);
    const batch = await processBatch(ctx, requests, READER);
    const data = { results: batch.outcomes.map(encode) };
    const areAllProcessed = data.results.every((result) => result.success);
    const reply = areAllProcessed ? succeed(data, PROCESSED) : decline(data, NOT_ALL);
    const changes = batch.outcomes.flatMap((outcome) =>
      outcome instanceof AppError ? [] : [outcome.changes],
    );
    return withReplayHeader(await withScreeningHeader(ctx, reply, changes), batch);
  },
  description: {
    operationId: 'processFiduciaryBatch',
    tag: 'Businesses',
    summary: 'Generate/update several fiduciary requests',
    description: `Creates or updates at most ${BUSINESSES_MAX} businesses, each with its own result. A rejected business does not affect the others. No participant is deleted. Each business counts as one request against the rate limit.`,
    scopes: ['business:write'],
    body: { schema: documentedSchema, isRequired: true, examples: BATCH_EXAMPLES },
    isIdempotent: true,
    hasScreeningHeader: true,
    responses: [
      {
        status: 200,
        description: `${PROCESSED}, or ${NOT_ALL} with success false`,
        schema: envelopeSchema('FiduciaryBatch', dataSchema),
      },
    ],
    failures: [QUOTA_EXCEEDED],
  },
};

/** Encodes an outcome. A failure equals that of a single request. */
function encode(outcome: UpsertOutcome): z.infer<typeof resultSchema> {
  if (!(outcome instanceof AppError)) {
    const { created, updated, unchanged } = outcome.changes;
    return {
      success: true,
      message: ONE_PROCESSED,
      id: outcome.business.id,
      created: outcome.created,
      changes: { created, updated, unchanged },
    };
  }
  const refusal = findRefusal(outcome, toV4BusinessPath);
  if (refusal === undefined) throw outcome;
  const { message, code_message } = refusal.reply.body;
  return { success: false, message, ...(code_message && { code_message }), issues: refusal.issues };
}
