import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { type CurpValidation, checkCurp } from '../../domain/tax/validate-curp.ts';
import { today } from '../../runtime/calendar.ts';
import type { ValidateCurpInput } from './inputs.ts';

/** Validates the format of a CURP. The population register (RENAPO) is not consulted. The input is not stored. */
export function validateCurp(ctx: RequestContext, input: ValidateCurpInput): CurpValidation {
  requireScope(ctx.caller, 'tax:validate');
  return checkCurp(input, today());
}
