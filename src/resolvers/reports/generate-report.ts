import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listParticipantsOfPerson } from '../../db/queries/participants/participants.ts';
import { isListLoaded } from '../../db/queries/screening/reports.ts';
import type { NameKind } from '../../domain/lists/list-entry.ts';
import { LICENSED_LIST, LIST_SOURCES } from '../../domain/lists/list-source.ts';
import { findMatchedNameKind } from '../../domain/reports/matched-kind.ts';
import type { Screening, ScreeningMatch } from '../../domain/screening/screening.ts';
import { AppError } from '../../errors.ts';
import { mapWithYields } from '../common/map-with-yields.ts';
import type { IdempotentResult } from '../common/run-once.ts';
import { screen } from '../screening/screen.ts';
import type { GenerateReportInput } from './inputs.ts';
import { type IssuedReport, issueReport } from './issue-report.ts';

/** Family of lists that a report covers. */
export type ReportFamily = 'ofac' | 'pep';

export type GeneratedMatch = ScreeningMatch & {
  matchedKind: NameKind | null;
  /** Number shared by matches that may be the same person; null for a match that resembles no other. */
  personGroup: number | null;
};
export type GeneratedReport = {
  issued: IssuedReport;
  screening: Screening;
  matches: GeneratedMatch[];
  /**
   * True when there are matches, false when there are none. Null when there are none and a list was not loaded or not
   * fully compared, because the subject is not cleared then.
   */
  isFound: boolean | null;
};

/**
 * Screens a person against the lists of one family and issues the report (v4: OFAC report, PEPS report). Throws
 * AppError `participant_not_found` for an unknown person, and the errors of screen and issueReport.
 */
export async function generateReport(
  ctx: RequestContext,
  family: ReportFamily,
  input: GenerateReportInput,
): Promise<IdempotentResult<GeneratedReport>> {
  requireScope(ctx.caller, 'screening:read');
  requireScope(ctx.caller, 'personal:read');
  const { person, threshold, externalPersonId } = input;
  const format = input.format ?? 'json';
  const lists = await getListCodes(ctx, family);
  const subject = externalPersonId
    ? { participant: await getNewestParticipant(ctx, externalPersonId) }
    : { person };
  const { screening, replayed } = await screen(ctx, { lists, threshold, ...subject }, { format });
  const issued = await issueReport(ctx, screening, format);
  const { matches: screeningMatches, outcome } = screening;
  const matches = await mapWithYields(ctx, screeningMatches, {
    mapItem: (match, index) => ({
      ...match,
      matchedKind: findMatchedNameKind(match),
      personGroup: issued.report.matches[index]?.personGroup ?? null,
    }),
  });
  const isFound = screeningMatches.length > 0 || (outcome === 'incomplete' ? null : false);
  return { issued, screening, matches, isFound, replayed };
}

/** Returns the codes of the lists of a family. The licensed list is left out until it is loaded. */
async function getListCodes(ctx: RequestContext, family: ReportFamily): Promise<string[]> {
  const codes = Object.entries(LIST_SOURCES)
    .filter(([, source]) => source.family === family)
    .map(([code]) => code);
  if (!codes.includes(LICENSED_LIST) || (await isListLoaded(ctx.db, LICENSED_LIST))) return codes;
  return codes.filter((code) => code !== LICENSED_LIST);
}

/** Returns the newest participant of a person. Throws AppError `participant_not_found`. */
export async function getNewestParticipant(
  ctx: RequestContext,
  externalPersonId: number,
): Promise<{ databaseId: number }> {
  const { serviceId } = ctx.caller;
  const person = { externalPersonId, businessId: null };
  const newest = (await listParticipantsOfPerson(ctx.db, serviceId, person)).at(-1);
  if (newest !== undefined) return { databaseId: newest.id };
  throw new AppError('participant_not_found', 'The service has no such participant.');
}
