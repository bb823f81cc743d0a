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

/** Screening that contains the personal information. */
type SubjectSource = Pick<ListedScreening, 'id' | 'participantId'>;

/** Screening subject with personal information masked when the caller lacks `personal:read`. */
export type VisibleSubject = ScreenedSubject & { isMasked: boolean };

/**
 * Returns the subject of a screening. With `personal:read`, the access is recorded as an audit event; without it, RFC
 * and CURP are masked, passport, date of birth and country are null, and the name is returned.
 */
export async function getVisibleSubject(
  ctx: RequestContext,
  { id, subject, participantId }: ListedScreening,
): Promise<VisibleSubject> {
  const { scopes } = requireScope(ctx.caller, 'screening:read');
  if (scopes.has('personal:read')) {
    await recordSubjectRead(ctx, { id, participantId });
    return { ...subject, isMasked: false };
  }
  const { rfc, curp } = maskPersonalInformation(subject);
  return { ...subject, rfc, curp, passport: null, birthDate: null, country: null, isMasked: true };
}

/** Records that the caller read personal information of a screening subject. */
export async function recordSubjectRead(
  ctx: RequestContext,
  { id, participantId }: SubjectSource,
): Promise<void> {
  if (participantId === null) await ctx.personalInformation.recordSubjectRead(id);
  // Loaded only to record the access: the compared values are stored in the screening.
  else await ctx.personalInformation.load(participantId);
}

/** Match of a screening. `findPersonGroup` returns the group number of matches that may be the same person. */
export type MatchOfScreening = ScreeningMatch & {
  source: SubjectSource;
  findPersonGroup: () => Promise<number | null>;
};

/**
 * Returns the compared items. Without `personal:read`, personal values of the subject are null; with it, the access is
 * recorded when there are any.
 */
export async function getVisibleItems(
  ctx: RequestContext,
  { items, source }: Pick<MatchOfScreening, 'items' | 'source'>,
): Promise<DisplayedItem[]> {
  const { scopes } = requireScope(ctx.caller, 'screening:read');
  if (!scopes.has('personal:read')) return maskItems(items);
  if (items.some(isPersonal)) await recordSubjectRead(ctx, source);
  return toUnmaskedItems(items);
}
