import { requireUser } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { toDisplayName } from '../../domain/access/service-user.ts';
import type { Participant } from '../../domain/business/participant.ts';
import {
  NO_PERSONAL_INFORMATION,
  type PersonalInformation,
} from '../../domain/business/personal-information.ts';
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
import { getTemplate } from './find-template.ts';
import { reportNotFound } from './sealed-report.ts';

/** User who finalizes a draft, and the time. */
export type Finishing = { userId: number; at: Date };
export type Telling = { content: ReportContent; finishing?: Finishing };

/**
 * Returns the document of a report, with current names, code and consent. The document of a final report is created
 * once, when it is finalized, and stored. Throws AppError `report_not_found` when the report was deleted in the
 * meantime.
 */
export async function makeDocument(
  ctx: RequestContext,
  report: StoredReport,
  { content, finishing }: Telling,
): Promise<SocioeconomicReportDocument> {
  const { id, participantId, version: revision, correctsId: corrects } = report;
  const { service } = requireUser(ctx.caller);
  const userIds = listContentUserIds(content, finishing?.userId);
  const [participant, template, consent, personal, users] = await Promise.all([
    ctx.loaders.participant.load(participantId),
    getTemplate(ctx, report),
    reportConsent(ctx, report),
    ctx.personalInformation.load(participantId),
    Promise.all(userIds.map(async (userId) => await reportUser(ctx, userId))),
  ]);
  if (participant === undefined) return reportNotFound();
  const businessCode = await codeOf(ctx, participant);
  return createSocioeconomicReport(template, content, {
    id,
    revision,
    corrects,
    state: finishing === undefined ? 'draft' : 'final',
    service,
    businessCode,
    participantId,
    personName: toFullName(participant) ?? participant.name,
    createdAt: report.createdAt.toISOString(),
    finalizedAt: finishing?.at.toISOString() ?? null,
    finalizedBy: finishing?.userId ?? null,
    consent,
    users,
    stored: storedIdentity(personal ?? NO_PERSONAL_INFORMATION),
  });
}

function storedIdentity({
  rfc,
  curp,
  birthOrConstitutionDate: birthDate,
}: PersonalInformation): ReportHead['stored'] {
  return { rfc, curp, birthDate };
}

async function reportUser(ctx: RequestContext, id: number): Promise<ReportedUser> {
  const user = await ctx.loaders.user.load(id);
  return { id, name: user === undefined ? null : toDisplayName(user) };
}

async function codeOf(ctx: RequestContext, { businessId }: Participant): Promise<string | null> {
  const business = await ctx.loaders.business.load(businessId);
  await yieldToEventLoop(ctx);
  return business?.code ?? null;
}

async function reportConsent(
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
