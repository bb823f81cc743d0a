import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { maskPersonalInformation } from '../../domain/business/personal-information.ts';
import {
  type DisplayedItem,
  isPersonal,
  maskItems,
  toUnmaskedItems,
} from '../../domain/screening/parties/explanation.ts';
import type {
  ListedScreening,
  ScreenedSubject,
  ScreeningMatch,
} from '../../domain/screening/screening.ts';

/** The screening that somebody is read from. */
type ReadFrom = Pick<ListedScreening, 'id' | 'participantId'>;

/** As it is shown to a caller; masked for one who may not read it. */
export type ShownSubject = ScreenedSubject & { isMasked: boolean };

/**
 * Who was looked for. With `personal:read` the reading is recorded as an audit event; without it the name is shown and the rest
 * masked, as of participants.
 */
export async function showSubject(
  ctx: RequestContext,
  { id, subject, participantId }: ListedScreening,
): Promise<ShownSubject> {
  const { scopes } = requireScope(ctx.caller, 'screening:read');
  if (scopes.has('personal:read')) {
    await recordReading(ctx, { id, participantId });
    return { ...subject, isMasked: false };
  }
  const { rfc, curp } = maskPersonalInformation(subject);
  return { ...subject, rfc, curp, passport: null, birthDate: null, country: null, isMasked: true };
}

/** Records that somebody's personal information is read as it stands in a screening. */
export async function recordReading(
  ctx: RequestContext,
  { id, participantId }: ReadFrom,
): Promise<void> {
  if (participantId === null) await ctx.personalInformation.recordTyped(id);
  // Read to be recorded: what was compared then stands in the screening.
  else await ctx.personalInformation.load(participantId);
}

/** A match, the screening that found it, and which others of it may be the same person, by a number that they have in common. */
export type MatchOfScreening = ScreeningMatch & {
  of: ReadFrom;
  findPersonGroup: () => Promise<number | null>;
};

/** What was compared, item by item; what the caller may not read of the subject is null, and what it may is recorded. */
export async function showItems(
  ctx: RequestContext,
  { items, of }: Pick<MatchOfScreening, 'items' | 'of'>,
): Promise<DisplayedItem[]> {
  const { scopes } = requireScope(ctx.caller, 'screening:read');
  if (!scopes.has('personal:read')) return maskItems(items);
  if (items.some(isPersonal)) await recordReading(ctx, of);
  return toUnmaskedItems(items);
}
