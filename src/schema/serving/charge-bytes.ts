import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { GraphqlReply } from './graphql-reply.ts';

/** Bytes of a response covered by each charged point; each further multiple costs another point. */
const POINT_BYTES = 1024;

/**
 * Charges the size of the texts of a response, which is known only afterwards. A service without enough points left is
 * not charged.
 */
export async function chargeBytes(
  ctx: RequestContext,
  reply: GraphqlReply,
  paid: number,
): Promise<void> {
  // Few responses are that long, even with three bytes for each character.
  if (!('body' in reply)) return;
  const { body } = reply;
  if (typeof body === 'string' && body.length * 3 <= (paid + 1) * POINT_BYTES) return;
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  const owed = Math.ceil(bytes / POINT_BYTES) - paid - 1;
  if (owed <= 0) return;
  try {
    await ctx.rateLimitAccount.consume(owed);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
