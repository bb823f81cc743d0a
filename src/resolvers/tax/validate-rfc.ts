import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { checkRfc, type RfcValidation } from '../../domain/tax/validate-rfc.ts';
import { today } from '../../runtime/calendar.ts';
import type { TimeSlices } from '../../scheduling/time-slices.ts';
import { mapWithYields } from '../common/map-with-yields.ts';
import type { ValidateRfcInput, ValidateRfcsInput } from './inputs.ts';

/**
 * Validates the format of an RFC and its consistency with other data of the caller. The register of the SAT is not
 * consulted. The input is personal data, which is neither stored nor logged nor audited.
 */
export function validateRfc(ctx: RequestContext, input: ValidateRfcInput): RfcValidation {
  requireScope(ctx.caller, 'tax:validate');
  return checkRfc(input, today());
}

/** Validates several RFCs and returns the results in their order. */
export async function validateRfcs(
  ctx: RequestContext,
  { inputs }: ValidateRfcsInput,
  timeSlices?: TimeSlices,
): Promise<RfcValidation[]> {
  requireScope(ctx.caller, 'tax:validate');
  const day = today();
  const mapItem = (rfcInput: ValidateRfcInput): RfcValidation => checkRfc(rfcInput, day);
  return await mapWithYields(
    ctx,
    inputs,
    timeSlices === undefined ? { mapItem } : { mapItem, timeSlices },
  );
}
