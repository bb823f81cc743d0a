import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { maskPersonalInformation } from '../../domain/personal-information.ts';
import type { ExplanationItem } from '../../domain/screening/explanation.ts';
import type {
  ListedScreening,
  ScreenedSubject,
  ScreeningMatch,
} from '../../domain/screening/screening.ts';

/** As it is shown to a caller; masked for one who may not read it. */
export type ShownSubject = ScreenedSubject & { isMasked: boolean };

/**
 * Who was looked for. With `personal:read` the reading of a participant is recorded as an audit event; without it the name
 * is shown and the rest masked, as of participants.
 */
export async function showSubject(
  ctx: Ctx,
  { subject, participantId }: ListedScreening,
): Promise<ShownSubject> {
  const { scopes } = requireScope(ctx.caller, 'screening:read');
  if (scopes.has('personal:read')) {
    // Read to be recorded: what was compared then stands in the screening.
    if (participantId !== null) await ctx.personalInformation.load(participantId);
    return { ...subject, isMasked: false };
  }
  const { rfc, curp } = maskPersonalInformation(subject);
  return { ...subject, rfc, curp, passport: null, birthDate: null, country: null, isMasked: true };
}

/** What of an explanation tells more of the subject than its name. */
const PERSONAL: ReadonlySet<string> = new Set([
  'rfc',
  'rfc10',
  'curp',
  'passport',
  'birth',
  'sex',
  'country',
]);

/** What was compared, item by item; what the caller may not read of the subject is null. */
export function showItems(ctx: Ctx, { items }: ScreeningMatch): ExplanationItem[] {
  const { scopes } = requireScope(ctx.caller, 'screening:read');
  if (scopes.has('personal:read')) return items;
  return items.map((item) => (PERSONAL.has(item.feature) ? { ...item, query: null } : item));
}
