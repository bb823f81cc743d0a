import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { type Connection, toConnection } from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';
import type { Consent } from '../../domain/socioeconomic/consent.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { createCursorCodec } from '../common/cursor.ts';
import { type PageBounds, type PageInput, toWindow } from '../common/paging.ts';

export const PAGE_BOUNDS: PageBounds = { sizeDefault: 5, sizeMax: 20 };

const positionSchema = z.tuple([z.string(), z.number()]);

/** Lists the reports of a participant, newest first. The lists of several participants are read in one statement. */
export async function listParticipantReports(
  ctx: RequestContext,
  participantId: number,
  input: PageInput,
): Promise<Connection<StoredReport>> {
  requireScope(ctx.caller, 'report:read');
  const { codec, window } = toListWindow(ctx, `reports of ${participantId}`, input);
  const rows = await ctx.loaders.socioeconomicReportsOf.load(participantId, window);
  return toConnection(rows, window, codec.encode);
}

/** Counts the reports of a participant, up to 10,000. Counts of several participants are read in one statement. */
export async function countParticipantReports(
  ctx: RequestContext,
  participantId: number,
): Promise<number> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.socioeconomicReportCount.load(participantId);
}

/** Lists the consents of a participant, newest first. The lists of several participants are read in one statement. */
export async function listParticipantConsents(
  ctx: RequestContext,
  participantId: number,
  input: PageInput,
): Promise<Connection<Consent>> {
  requireScope(ctx.caller, 'report:read');
  const { codec, window } = toListWindow(ctx, `consents of ${participantId}`, input);
  const rows = await ctx.loaders.consentsOf.load(participantId, window);
  return toConnection(rows, window, codec.encode);
}

/** Counts the consents of a participant, up to 10,000. Counts of several participants are read in one statement. */
export async function countParticipantConsents(
  ctx: RequestContext,
  participantId: number,
): Promise<number> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.consentCount.load(participantId);
}

function toListWindow(ctx: RequestContext, name: string, input: PageInput) {
  const codec = createCursorCodec<TimePosition>(ctx, { name, positionSchema });
  return { codec, window: toWindow(input, PAGE_BOUNDS, () => codec) };
}
