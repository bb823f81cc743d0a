import { z } from 'zod';
import type { DeleteMode } from '../../../domain/business/completion.ts';
import { completeBusiness } from '../../../resolvers/completion/complete-business.ts';
import { succeed, withReplayHeader } from '../../respond.ts';
import { parseBody, parseId, type Route } from '../../route.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';

const modeSchema = z.enum(['', 'all', 'juridical_only']).meta({
  id: 'DeleteMode',
  description:
    'Participants to delete: without a legal-act folio (empty text), all including the business (`all`), with a legal-act folio (`juridical_only`).',
});
const wireSchema = z
  .object({ delete_mode: modeSchema.optional() })
  .meta({ id: 'CompletionRequest' });
type WireMode = NonNullable<z.infer<typeof wireSchema>['delete_mode']>;

/** Delete modes, as in the v4 table "Behaviour by delete_mode". */
const MODES: Record<WireMode, { deleteMode: DeleteMode; message: string }> = {
  '': {
    deleteMode: 'without_folio',
    message:
      'Provider completion acknowledged. Participants without juridical folio permanently deleted',
  },
  juridical_only: {
    deleteMode: 'with_folio',
    message:
      'Provider completion acknowledged. Participants with juridical folio permanently deleted',
  },
  all: {
    deleteMode: 'all',
    message:
      'Provider completion acknowledged. All participants and business data permanently deleted',
  },
};

/**
 * v4: Provider completion notice. An empty body means the delete mode `''`, which deletes the participants without a
 * legal-act folio. See docs/guide/v4.md.
 */
export const completeBusinessRoute: Route = {
  method: 'POST',
  path: '/api/v4/fiduciary/{business_id}/complete',
  caller: 'user',
  hasSpecifiedBodies: true,
  faultMessage: 'Server error',
  handle: async (ctx, { parameter, body }) => {
    const databaseId = parseId(parameter, 'business_id');
    const wire = body.length === 0 ? {} : parseBody(wireSchema, body);
    const { deleteMode, message } = MODES[wire.delete_mode ?? ''];
    const completion = await completeBusiness(ctx, { business: { databaseId }, deleteMode });
    return withReplayHeader(succeed({}, message), completion);
  },
  description: {
    operationId: 'completeBusiness',
    tag: 'Businesses',
    summary: 'Provider completion notice: permanently deletes information',
    description:
      'Permanently deletes participants of a business that was completed in the client system, with their documents and files. `all` also deletes the business. A repeated notice returns the same response. With the same Idempotency-Key it deletes nothing more; otherwise it also deletes matching participants that were added in the meantime.',
    scopes: ['business:complete'],
    parameters: [
      {
        name: 'business_id',
        in: 'path',
        schema: idSchema,
        description: 'Internal id of the business that was completed in the client system.',
        example: 3,
      },
    ],
    body: {
      schema: wireSchema,
      isRequired: false,
      examples: {
        withFolio: {
          summary: 'Participants with a legal-act folio',
          value: { delete_mode: 'juridical_only' },
        },
        withoutFolio: {
          summary: 'Participants without a legal-act folio',
          value: { delete_mode: '' },
        },
        all: { summary: 'All participants and the business', value: { delete_mode: 'all' } },
      },
    },
    isIdempotent: true,
    responses: [
      {
        status: 200,
        description: 'Completion acknowledged, data deleted.',
        schema: envelopeSchema('Completion', z.object({})),
      },
    ],
  },
};
