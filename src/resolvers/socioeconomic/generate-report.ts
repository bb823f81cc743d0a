import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { insertReport, listReportsByIds } from '../../db/queries/socioeconomic/reports.ts';
import type { Participant } from '../../domain/business/participant.ts';
import type { ReportContent } from '../../domain/socioeconomic/content.ts';
import { gatherSections } from '../../domain/socioeconomic/gather-sections.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { SECTION_KEYS } from '../../domain/socioeconomic/template/section-keys.ts';
import { invalidAt } from '../../errors.ts';
import { lockParticipantByLookup } from '../business/lock-participant.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { newestOf } from '../reports/generate-report.ts';
import { auditReport } from './audit-report.ts';
import { checkNatural, holdConsent } from './consents.ts';
import { chooseTemplate } from './find-template.ts';
import { gatherMaterial } from './gather-material.ts';
import type { GenerateReportInput } from './inputs.ts';
import { reportNotFound, sealReport } from './sealed-report.ts';

export type ChangedReport = { report: StoredReport };

/**
 * Generates the draft of a report on living conditions, from the stored data of a participant and the answers of one
 * user. The read is recorded. Throws AppError `participant_not_found`, `consent_required`, `files_unavailable`, and
 * `invalid_input` for a legal entity, an unknown template, section or user, and for a report to correct that is not a
 * final report of this person.
 */
export async function generateSocioeconomicReport(
  ctx: RequestContext,
  input: GenerateReportInput,
): Promise<IdempotentResult<ChangedReport>> {
  requireScope(ctx.caller, 'report:write');
  // Who puts values in has read them.
  requireScope(ctx.caller, 'personal:read');
  const { idempotencyKey, ...request } = input;
  return await runOnce<ChangedReport>(ctx, {
    operation: 'generateSocioeconomicReport',
    key: idempotencyKey,
    input: request,
    run: async (tx) => ({ report: await generate(tx, input) }),
    remember: rememberReport,
    replay: recallReport,
  });
}

export function rememberReport({ report }: ChangedReport): { reportId: number } {
  return { reportId: report.id };
}

const outcomeSchema = z.object({ reportId: z.number() });

/** The report as it is now; throws AppError `report_not_found`. */
export async function recallReport(tx: RequestContext, outcome: unknown): Promise<ChangedReport> {
  const { reportId } = outcomeSchema.parse(outcome);
  const [report] = await listReportsByIds(tx.db, tx.caller.serviceId, [reportId]);
  return { report: report ?? reportNotFound() };
}

async function generate(tx: RequestContext, input: GenerateReportInput): Promise<StoredReport> {
  const { serviceId, userId: createdBy } = requireScope(tx.caller, 'report:write');
  const sections = checkSections(input);
  const participant = await lockParticipantByLookup(tx, await whomOf(tx, input));
  checkNatural(participant, ['participant']);
  const { id: participantId, businessId } = participant;
  const userId = await checkUser(tx, input.answersOfUserId ?? createdBy);
  const correctsId = await checkCorrected(tx, participant, input.correctsId ?? null);
  const { id: consentId } = await holdConsent(tx, participantId);
  const template = await chooseTemplate(tx, input.template);
  const { questionnaires } = template;
  const material = await gatherMaterial(tx, { participant, userId, questionnaires });
  const content = onlyOf(sections, gatherSections(template, material));
  const report = await insertReport(tx.db, {
    serviceId,
    participantId,
    templateKey: template.key,
    templateVersion: template.version,
    correctsId,
    consentId,
    answersUserId: userId,
    createdBy,
    sealed: await sealReport(tx, { businessId, participantId }, { content, final: null }),
  });
  await auditReport(tx, 'report_generated', { businessId, report });
  return report;
}

async function whomOf(
  tx: RequestContext,
  { participant, externalPersonId }: GenerateReportInput,
): Promise<NonNullable<GenerateReportInput['participant']>> {
  return participant ?? (await newestOf(tx, externalPersonId ?? 0));
}

/** Throws AppError `invalid_input` for a section that no report has. */
function checkSections({ sections }: GenerateReportInput): ReadonlySet<string> {
  const sectionKeys: readonly string[] = SECTION_KEYS;
  for (const [place, section] of (sections ?? []).entries())
    if (!sectionKeys.includes(section))
      throw invalidAt(
        ['sections', String(place)],
        'Must be a section of the template',
        'not_found',
      );
  return new Set(sections ?? SECTION_KEYS);
}

/** The others are there to be typed. */
function onlyOf(sections: ReadonlySet<string>, content: ReportContent): ReportContent {
  const kept = content.sections.map((section) =>
    sections.has(section.key) ? section : { ...section, fields: [], groups: [], unread: [] },
  );
  return { ...content, sections: kept };
}

async function checkUser(tx: RequestContext, userId: number): Promise<number> {
  if ((await tx.loaders.user.load(userId)) !== undefined) return userId;
  throw invalidAt(['answersOfUserId'], 'The service has no such user', 'not_found');
}

async function checkCorrected(
  tx: RequestContext,
  { id }: Participant,
  correctsId: number | null,
): Promise<number | null> {
  if (correctsId === null) return null;
  const [corrected] = await listReportsByIds(tx.db, tx.caller.serviceId, [correctsId]);
  if (corrected?.participantId === id && corrected.state === 'final') return correctsId;
  throw invalidAt(['correctsId'], 'Must be a final report of the same person', 'not_found');
}
