import { requireScope } from '../../auth/require-scope.ts';
import type { Ctx } from '../../context.ts';
import { type CurpValidation, checkCurp } from '../../domain/tax/validate-curp.ts';
import { today } from '../../runtime/calendar.ts';
import type { ValidateCurpInput } from './inputs.ts';

/** Looks at the form of a CURP; the registry of population (RENAPO) is not consulted. Nothing that is sent is kept. */
export function validateCurp(ctx: Ctx, input: ValidateCurpInput): CurpValidation {
  requireScope(ctx.caller, 'tax:validate');
  return checkCurp(input, today());
}
