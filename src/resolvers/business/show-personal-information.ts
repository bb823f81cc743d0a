import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import {
  maskPersonalInformation,
  NO_PERSONAL_INFORMATION,
  type ShownPersonalInformation,
} from '../../domain/personal-information.ts';

/**
 * What is captured of a participant, for many of them in one statement, with its audit event; masked, and then
 * without one, for a caller that lacks `personal:read`. Nothing at all of a participant that is gone.
 */
export async function showPersonalInformation(
  ctx: Ctx,
  participantId: number,
): Promise<ShownPersonalInformation> {
  const { scopes } = requireScope(ctx.caller, 'business:read');
  if (scopes.has('personal:read')) {
    const found = await ctx.personalInformation.load(participantId);
    return { ...(found ?? NO_PERSONAL_INFORMATION), isMasked: false };
  }
  const starts = await ctx.loaders.identifierStarts.load(participantId);
  return maskPersonalInformation(starts ?? NO_PERSONAL_INFORMATION);
}
