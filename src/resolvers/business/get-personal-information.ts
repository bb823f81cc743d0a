import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import {
  maskPersonalInformation,
  NO_PERSONAL_INFORMATION,
  type ShownPersonalInformation,
} from '../../domain/business/personal-information.ts';

/**
 * Returns the personal information of a participant; several participants share one statement. With `personal:read`,
 * the access is recorded as an audit event; without it, the information is masked and nothing is recorded. All fields
 * are null for a deleted participant.
 */
export async function getPersonalInformation(
  ctx: RequestContext,
  participantId: number,
): Promise<ShownPersonalInformation> {
  const { scopes } = requireScope(ctx.caller, 'business:read');
  if (scopes.has('personal:read')) {
    const information = await ctx.personalInformation.load(participantId);
    return { ...(information ?? NO_PERSONAL_INFORMATION), isMasked: false };
  }
  const prefixes = await ctx.loaders.identifierPrefixes.load(participantId);
  return maskPersonalInformation(prefixes ?? NO_PERSONAL_INFORMATION);
}
