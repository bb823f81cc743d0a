import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { type Connection, toConnection } from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';
import type { Consent } from '../../domain/socioeconomic/consent.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { createCursorSeal } from '../common/cursor.ts';
import { type PageBounds, type PageInput, toWindow } from '../common/paging.ts';

export const REPORT_PAGES: PageBounds = { sizeDefault: 5, sizeMax: 20 };

const placeSchema = z.tuple([z.string(), z.number()]);

/** The reports of a participant, the newest first; those of several are one statement. */
export async function listReportsOf(
  ctx: RequestContext,
  participantId: number,
  input: PageInput,
): Promise<Connection<StoredReport>> {
  requireScope(ctx.caller, 'report:read');
  const { seal, window } = openList(ctx, `reports of ${participantId}`, input);
  const rows = await ctx.loaders.socioeconomicReportsOf.load(participantId, window);
  return toConnection(rows, window, seal.seal);
}

/** Counts the reports of a participant, up to 10,000. Counts of several participants are read in one statement. */
export async function countReportsOf(ctx: RequestContext, participantId: number): Promise<number> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.socioeconomicReportCount.load(participantId);
}

/** The consents of a participant, the newest first; those of several are one statement. */
export async function listConsentsOf(
  ctx: RequestContext,
  participantId: number,
  input: PageInput,
): Promise<Connection<Consent>> {
  requireScope(ctx.caller, 'report:read');
  const { seal, window } = openList(ctx, `consents of ${participantId}`, input);
  const rows = await ctx.loaders.consentsOf.load(participantId, window);
  return toConnection(rows, window, seal.seal);
}

/** Counts the consents of a participant, up to 10,000. Counts of several participants are read in one statement. */
export async function countConsentsOf(ctx: RequestContext, participantId: number): Promise<number> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.consentCount.load(participantId);
}

function openList(ctx: RequestContext, name: string, input: PageInput) {
  const seal = createCursorSeal<TimePosition>(ctx, { name, place: placeSchema });
  return { seal, window: toWindow(input, REPORT_PAGES, () => seal) };
}
