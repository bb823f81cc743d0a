import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { checkRfc, type RfcValidation } from '../../domain/tax/validate-rfc.ts';
import { type Slices, slices } from '../../pacing/slices.ts';
import type { ValidateRfcInput, ValidateRfcsInput } from './inputs.ts';
import { today } from './today.ts';

/**
 * Looks at the form of an RFC and at what else the caller knows. The registry of the SAT is not consulted.
 * What is sent is personal data: nothing of it is stored, logged or audited.
 */
export function validateRfc(ctx: Ctx, input: ValidateRfcInput): RfcValidation {
  requireScope(ctx.caller, 'tax:validate');
  return checkRfc(input, today());
}

/** So often the clock is looked at, which says when others have their turn. */
const AT_ONCE = 20;

/** The same for each of many, in their order. */
export async function validateRfcs(
  ctx: Ctx,
  { inputs }: ValidateRfcsInput,
  turns: Slices = slices,
): Promise<RfcValidation[]> {
  requireScope(ctx.caller, 'tax:validate');
  const day = today();
  const validations: RfcValidation[] = [];
  for (let at = 0; at < inputs.length; at += AT_ONCE) {
    if (turns.isOver()) await turns.wait(ctx.caller.serviceId);
    validations.push(...inputs.slice(at, at + AT_ONCE).map((one) => checkRfc(one, day)));
  }
  return validations;
}
