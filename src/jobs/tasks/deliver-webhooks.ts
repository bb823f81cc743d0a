import { z } from 'zod';
import { deliverWebhooks as deliver } from '../../resolvers/webhooks/deliver.ts';
import { queuedTask } from '../task.ts';

/** Its deliveries have an end of their own; the job that sends them has none. */
export const deliverWebhooks = queuedTask({
  name: 'deliver_webhooks',
  attemptsMax: Number.POSITIVE_INFINITY,
  payload: z.strictObject({ endpointId: z.number().int().min(1) }),
  run: async (ctx, { endpointId }) => await deliver(ctx, endpointId),
});
