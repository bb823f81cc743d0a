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
import { getNewestParticipant } from '../reports/generate-report.ts';
import { auditReport } from './audit-report.ts';
import { requireNaturalPerson, requireValidConsent } from './consents.ts';
import { gatherMaterial } from './gather-material.ts';
import type { GenerateReportInput } from './inputs.ts';
import { resolveTemplate } from './report-template.ts';
import { encryptReport, throwReportNotFound } from './sealed-report.ts';

export type ChangedReport = { report: StoredReport };

/**
 * Generates the draft of a report on living conditions, from the stored data of a participant and the answers of one
 * user, and records the access to personal information. Throws AppError `participant_not_found`, `consent_required`,
 * `files_unavailable`, `limit_exceeded` for too much content, and `invalid_input` for a legal entity, an unknown
 * template, section or user, and for a report to correct that is not a final report of this person.
 */
export async function generateSocioeconomicReport(
  ctx: RequestContext,
  input: GenerateReportInput,
): Promise<IdempotentResult<ChangedReport>> {
  requireScope(ctx.caller, 'report:write');
  // The report contains personal information in clear.
  requireScope(ctx.caller, 'personal:read');
  return await runOnce<ChangedReport>(ctx, {
    operation: 'generateSocioeconomicReport',
    input,
    run: async (tx) => ({ report: await generate(tx, input) }),
    remember: toReportOutcome,
    replay: replayReport,
  });
}

export function toReportOutcome({ report }: ChangedReport): { reportId: number } {
  return { reportId: report.id };
}

const outcomeSchema = z.object({ reportId: z.number() });

/** Returns the current report. Throws AppError `report_not_found`. */
export async function replayReport(tx: RequestContext, outcome: unknown): Promise<ChangedReport> {
  const { reportId } = outcomeSchema.parse(outcome);
  const [report] = await listReportsByIds(tx.db, tx.caller.serviceId, [reportId]);
  return { report: report ?? throwReportNotFound() };
}

async function generate(tx: RequestContext, input: GenerateReportInput): Promise<StoredReport> {
  const { serviceId, userId: createdBy } = requireScope(tx.caller, 'report:write');
  const sections = requireSections(input);
  const participant = await lockParticipantByLookup(tx, await resolveParticipant(tx, input));
  requireNaturalPerson(participant, ['participant']);
  const { id: participantId, businessId } = participant;
  const userId = await requireAnswersUser(tx, input.answersOfUserId ?? createdBy);
  const correctsId = await requireCorrectable(tx, participant, input.correctsId ?? null);
  const { id: consentId } = await requireValidConsent(tx, participantId);
  const template = await resolveTemplate(tx, input.template);
  const { questionnaires } = template;
  const material = await gatherMaterial(tx, { participant, userId, questionnaires });
  const content = emptyOtherSections(sections, gatherSections(template, material));
  const report = await insertReport(tx.db, {
    serviceId,
    participantId,
    templateKey: template.key,
    templateVersion: template.version,
    correctsId,
    consentId,
    answersUserId: userId,
    createdBy,
    sealed: await encryptReport(tx, { businessId, participantId }, { content, final: null }),
  });
  await auditReport(tx, 'report_generated', { businessId, report });
  return report;
}

async function resolveParticipant(
  tx: RequestContext,
  { participant, externalPersonId }: GenerateReportInput,
): Promise<NonNullable<GenerateReportInput['participant']>> {
  return participant ?? (await getNewestParticipant(tx, externalPersonId ?? 0));
}

/** Returns the requested sections, by default all. Throws AppError `invalid_input` for an unknown section. */
function requireSections({ sections }: GenerateReportInput): ReadonlySet<string> {
  const sectionKeys: readonly string[] = SECTION_KEYS;
  for (const [index, section] of (sections ?? []).entries())
    if (!sectionKeys.includes(section))
      throw invalidAt(
        ['sections', String(index)],
        'Must be a section of the template',
        'not_found',
      );
  return new Set(sections ?? SECTION_KEYS);
}

/** Empties the sections that were not requested; users type their values. */
function emptyOtherSections(sections: ReadonlySet<string>, content: ReportContent): ReportContent {
  const sectionsWithEmpty = content.sections.map((section) =>
    sections.has(section.key) ? section : { ...section, fields: [], groups: [], unread: [] },
  );
  return { ...content, sections: sectionsWithEmpty };
}

/** Returns the id of the user. Throws AppError `invalid_input` when the service has no such user. */
async function requireAnswersUser(tx: RequestContext, userId: number): Promise<number> {
  if ((await tx.loaders.user.load(userId)) !== undefined) return userId;
  throw invalidAt(['answersOfUserId'], 'The service has no such user', 'not_found');
}

/** Returns the id of the report to correct. Throws AppError `invalid_input` unless it is a final one of the person. */
async function requireCorrectable(
  tx: RequestContext,
  { id }: Participant,
  correctsId: number | null,
): Promise<number | null> {
  if (correctsId === null) return null;
  const [corrected] = await listReportsByIds(tx.db, tx.caller.serviceId, [correctsId]);
  if (corrected?.participantId === id && corrected.state === 'final') return correctsId;
  throw invalidAt(['correctsId'], 'Must be a final report of the same person', 'not_found');
}
