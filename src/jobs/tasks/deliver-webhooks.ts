import { z } from 'zod';
import { deliverWebhooks as deliver } from '../../resolvers/webhooks/deliver.ts';
import { createQueuedTask } from '../task.ts';

/** Sends the due deliveries of an endpoint. The job is retried without a limit: each delivery has its own deadline. */
export const deliverWebhooks = createQueuedTask({
  name: 'deliver_webhooks',
  attemptsMax: Number.POSITIVE_INFINITY,
  payload: z.strictObject({ endpointId: z.number().int().min(1) }),
  run: async (ctx, { endpointId }) => await deliver(ctx, endpointId),
});
