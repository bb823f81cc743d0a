import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { GraphqlReply } from './graphql-reply.ts';

/** Bytes of the response that a point pays for. */
const POINT_BYTES = 1024;

/**
 * Charges a response that is larger than its operation's cost covers: one point for each started KiB beyond
 * `chargedPoints` + 1 KiB. A service without enough points left is not charged, because the response is ready anyway.
 */
export async function chargeBytes(
  ctx: RequestContext,
  reply: GraphqlReply,
  chargedPoints: number,
): Promise<void> {
  if (!('body' in reply)) return;
  const { body } = reply;
  // A UTF-16 code unit has at most three bytes in UTF-8: most responses are covered without counting their bytes.
  if (typeof body === 'string' && body.length * 3 <= (chargedPoints + 1) * POINT_BYTES) return;
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  const missingPoints = Math.ceil(bytes / POINT_BYTES) - chargedPoints - 1;
  if (missingPoints <= 0) return;
  try {
    await ctx.rateLimitAccount.consume(missingPoints);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
