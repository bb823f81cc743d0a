import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { VerifyReportInput } from './inputs.ts';
import { type Verification, verifyReport } from './verify-report.ts';

/** Number of characters of a report that count as one additional request. */
const LENGTH_PER_REQUEST = 64 * 1024;

/**
 * Verifies a report for v4, where it counts as one request and one more for each full 64 Ki characters. The first
 * request was counted when it arrived. Throws AppError `too_many_requests` when the rate limit is exceeded.
 */
export async function verifyCountedReport(
  ctx: RequestContext,
  input: VerifyReportInput,
): Promise<Verification> {
  requireScope(ctx.caller, 'screening:read');
  const additionalRequests = Math.floor((input.report?.length ?? 0) / LENGTH_PER_REQUEST);
  if (additionalRequests > 0) await ctx.rateLimitAccount.consume(additionalRequests);
  return await verifyReport(ctx, input);
}
