import { z } from 'zod';
import { giveUpExtraction, runExtraction } from '../../resolvers/extraction/run-extraction.ts';
import { createQueuedTask } from '../task.ts';

/**
 * Attempts of an extraction, for an unavailable store or database. A document that crashes its reader is not retried.
 */
const ATTEMPTS_MAX = 12;

export const extractDocument = createQueuedTask({
  name: 'extract_document',
  attemptsMax: ATTEMPTS_MAX,
  payload: z.strictObject({ extractionId: z.number().int().min(1) }),
  run: async (ctx, { extractionId }) => await runExtraction(ctx, extractionId),
  giveUp: async (ctx, { extractionId }) => await giveUpExtraction(ctx, extractionId),
});
