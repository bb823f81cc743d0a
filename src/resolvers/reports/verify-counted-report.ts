import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { VerifyReportInput } from './inputs.ts';
import { type Verification, verifyReport } from './verify-report.ts';

/** Characters of a report that count as one request. */
const REQUEST_LENGTH = 64 * 1024;

/**
 * verifyReport as v4 has it: a report counts as one request for every 64 Ki characters, the first of which was counted
 * when it came. Throws AppError `too_many_requests` where the service has too few left.
 */
export async function verifyCountedReport(
  ctx: RequestContext,
  input: VerifyReportInput,
): Promise<Verification> {
  requireScope(ctx.caller, 'screening:read');
  const further = Math.floor((input.report?.length ?? 0) / REQUEST_LENGTH);
  if (further > 0) await ctx.rateLimitAccount.consume(further);
  return await verifyReport(ctx, input);
}
