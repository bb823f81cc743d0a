import type { RequestContext } from '../../context.ts';
import { toDisplayName } from '../../domain/access/service-user.ts';
import type { Screening } from '../../domain/screening/screening.ts';

/** Names in the header of a printed report, read when it is printed; null when unknown. */
type PrintedNames = { businessName: string | null; requestedBy: string | null };

/** Reads the name of the business of the screened participant, and of the user who requested the screening. */
export async function readPrintedNames(
  ctx: RequestContext,
  { participantId, userId }: Screening,
): Promise<PrintedNames> {
  const [participant, user] = await Promise.all([
    participantId === null ? undefined : ctx.loaders.participant.load(participantId),
    userId === null ? undefined : ctx.loaders.user.load(userId),
  ]);
  const business =
    participant === undefined ? undefined : await ctx.loaders.business.load(participant.businessId);
  return {
    businessName: business?.name ?? null,
    requestedBy: user === undefined ? null : toDisplayName(user),
  };
}
