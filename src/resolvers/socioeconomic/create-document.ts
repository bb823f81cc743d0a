import { requireUser } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { toDisplayName } from '../../domain/access/service-user.ts';
import type { Participant } from '../../domain/business/participant.ts';
import {
  NO_PERSONAL_INFORMATION,
  type PersonalInformation,
} from '../../domain/business/personal-information.ts';
import type { Screening } from '../../domain/screening/screening.ts';
import type { ReportContent } from '../../domain/socioeconomic/content.ts';
import { listContentUserIds } from '../../domain/socioeconomic/content-users.ts';
import { createSocioeconomicReport } from '../../domain/socioeconomic/create-socioeconomic-report.ts';
import { toFullName } from '../../domain/socioeconomic/participant-facts.ts';
import type {
  ReportedConsent,
  ReportedUser,
  ReportHead,
  SocioeconomicReportDocument,
} from '../../domain/socioeconomic/report.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { getTemplate } from './report-template.ts';
import { throwReportNotFound } from './sealed-report.ts';

/** User who finalizes a draft, and the time. */
export type Finalization = { userId: number; at: Date };
/** Decrypted content of a report, and its finalization unless it is a draft. */
export type DocumentInput = { content: ReportContent; finalization?: Finalization };

/**
 * Creates the document of a report from its content and the current data: names of the person and the users, business
 * code and consent. Only for drafts: the document of a final report is stored with it. Throws AppError
 * `report_not_found` when the participant was deleted in the meantime.
 */
export async function createDocument(
  ctx: RequestContext,
  report: StoredReport,
  { content, finalization }: DocumentInput,
): Promise<SocioeconomicReportDocument> {
  // The JSON of a document calls the version of the report `revision`.
  const { id, participantId, version: revision, correctsId: corrects } = report;
  const { service } = requireUser(ctx.caller);
  const userIds = listContentUserIds(content, finalization?.userId);
  const [participant, template, consent, personal, screenings, users] = await Promise.all([
    ctx.loaders.participant.load(participantId),
    getTemplate(ctx, report),
    loadReportedConsent(ctx, report),
    ctx.personalInformation.load(participantId),
    ctx.loaders.screeningsOf.load(participantId, NEWEST),
    Promise.all(userIds.map(async (userId) => await loadReportedUser(ctx, userId))),
  ]);
  if (participant === undefined) return throwReportNotFound();
  const businessCode = await findBusinessCode(ctx, participant);
  return createSocioeconomicReport(template, content, {
    id,
    revision,
    corrects,
    state: finalization === undefined ? 'draft' : 'final',
    service,
    businessCode,
    participantId,
    personName: toFullName(participant) ?? participant.name,
    createdAt: report.createdAt.toISOString(),
    finalizedAt: finalization?.at.toISOString() ?? null,
    finalizedBy: finalization?.userId ?? null,
    consent,
    users,
    stored: toStoredIdentity(participant, personal, screenings[0]?.node),
  });
}

/** Page with the newest item. */
const NEWEST = { first: 1, last: null, after: null, before: null };

function toStoredIdentity(
  participant: Participant,
  personal: PersonalInformation | undefined,
  screening: Pick<Screening, 'outcome' | 'matchesCount'> | undefined,
): ReportHead['stored'] {
  const { rfc, curp, birthOrConstitutionDate: birthDate } = personal ?? NO_PERSONAL_INFORMATION;
  const { name, paternalSurname, maternalSurname } = participant;
  const names = { fullName: toFullName(participant), name, paternalSurname, maternalSurname };
  return { ...names, rfc, curp, birthDate, screening: screening ?? null };
}

async function loadReportedUser(ctx: RequestContext, id: number): Promise<ReportedUser> {
  const user = await ctx.loaders.user.load(id);
  return { id, name: user === undefined ? null : toDisplayName(user) };
}

async function findBusinessCode(
  ctx: RequestContext,
  { businessId }: Participant,
): Promise<string | null> {
  const business = await ctx.loaders.business.load(businessId);
  // The document is created in one step, and a query may request many.
  await yieldToEventLoop(ctx);
  return business?.code ?? null;
}

async function loadReportedConsent(
  ctx: RequestContext,
  { consentId }: StoredReport,
): Promise<ReportedConsent | null> {
  const consent = await ctx.loaders.consent.load(consentId);
  if (consent === undefined) return null;
  const { id, purpose, textVersion, givenAt, createdAt, revokedAt, evidenceFileId } = consent;
  const evidence =
    evidenceFileId === null ? undefined : await ctx.loaders.file.load(evidenceFileId);
  return {
    id,
    purpose,
    textVersion,
    givenAt: givenAt.toISOString(),
    recordedAt: createdAt.toISOString(),
    evidenceSha256: evidence?.sha256 ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
