import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { lockFile } from '../../db/queries/files/file-records.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import {
  insertConsent,
  listConsentsByIds,
  lockValidConsent,
  revokeConsentRow,
} from '../../db/queries/socioeconomic/consents.ts';
import type { Participant } from '../../domain/business/participant.ts';
import type { AuditAction } from '../../domain/events/audit-event.ts';
import { CONSENT_DAY_MIN, type Consent } from '../../domain/socioeconomic/consent.ts';
import { AppError, invalidAt } from '../../errors.ts';
import { toDay } from '../../runtime/calendar.ts';
import { lockParticipantByLookup } from '../business/lock-participant.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import type { RecordConsentInput, RevokeConsentInput } from './inputs.ts';

export type RecordedConsent = { consent: Consent };

/**
 * Records that a participant agreed to a use of their data. The time defaults to now. Throws AppError
 * `participant_not_found`, and `invalid_input` for a legal entity, for a time in the future or before CONSENT_DAY_MIN,
 * and for evidence that is not a file of the participant's business or belongs to another participant.
 */
export async function recordConsent(
  ctx: RequestContext,
  input: RecordConsentInput,
): Promise<IdempotentResult<RecordedConsent>> {
  requireScope(ctx.caller, 'report:write');
  return await runOnce<RecordedConsent>(ctx, {
    operation: 'recordConsent',
    input,
    run: async (tx) => ({ consent: await recordInTransaction(tx, input) }),
    remember: toConsentOutcome,
    replay: replayConsent,
  });
}

async function recordInTransaction(
  tx: RequestContext,
  input: RecordConsentInput,
): Promise<Consent> {
  const { serviceId, userId } = requireScope(tx.caller, 'report:write');
  const participant = await lockParticipantByLookup(tx, input.participant);
  requireNaturalPerson(participant, ['participant']);
  const givenAt = input.givenAt ?? new Date();
  if (givenAt.getTime() > Date.now())
    throw invalidAt(['givenAt'], 'Must not be in the future', 'too_large');
  if (toDay(givenAt) < CONSENT_DAY_MIN)
    throw invalidAt(['givenAt'], `Must not be before ${CONSENT_DAY_MIN}`, 'too_small');
  const evidenceFileId = input.evidenceFileId ?? null;
  if (evidenceFileId !== null) await checkEvidence(tx, participant, evidenceFileId);
  const { purpose, textVersion } = input;
  const { id: participantId } = participant;
  const newConsent = { participantId, purpose, textVersion, givenAt, evidenceFileId };
  const consent = await insertConsent(tx.db, { serviceId, ...newConsent, recordedBy: userId });
  await audit(tx, 'consent_recorded', { businessId: participant.businessId, consent });
  return consent;
}

/**
 * Throws AppError `invalid_input` for a legal entity, because a report is about living conditions. `path` is the path
 * of the participant in the input.
 */
export function requireNaturalPerson({ personType }: Participant, path: string[]): void {
  if (personType !== 'natural') throw invalidAt(path, 'Must be a natural person', 'not_allowed');
}

async function checkEvidence(
  tx: RequestContext,
  { id, businessId }: Participant,
  fileId: number,
): Promise<void> {
  const file = await lockFile(tx.db, tx.caller.serviceId, fileId);
  if (file?.state !== 'available' || file.businessId !== businessId)
    throw invalidAt(['evidenceFileId'], 'The business has no such file', 'not_found');
  if (file.participantId !== null && file.participantId !== id)
    throw invalidAt(['evidenceFileId'], 'Must not be a file of another participant', 'not_allowed');
}

/**
 * Revokes a consent: no report is generated or finalized with it afterwards. Signed content does not change.
 * Revoking it again changes nothing. Throws AppError `consent_not_found`.
 */
export async function revokeConsent(
  ctx: RequestContext,
  input: RevokeConsentInput,
): Promise<IdempotentResult<RecordedConsent>> {
  requireScope(ctx.caller, 'report:write');
  return await runOnce<RecordedConsent>(ctx, {
    operation: 'revokeConsent',
    input,
    run: async (tx) => ({ consent: await revokeInTransaction(tx, input.consentId) }),
    remember: toConsentOutcome,
    replay: replayConsent,
  });
}

async function revokeInTransaction(tx: RequestContext, id: number): Promise<Consent> {
  const { serviceId, userId } = requireScope(tx.caller, 'report:write');
  const revoked = await revokeConsentRow(tx.db, { serviceId, id, userId });
  if (revoked === undefined) return await getConsent(tx, id);
  const participant = await tx.loaders.participant.load(revoked.participantId);
  await audit(tx, 'consent_revoked', {
    businessId: participant?.businessId ?? null,
    consent: revoked,
  });
  return revoked;
}

function toConsentOutcome({ consent }: RecordedConsent): { consentId: number } {
  return { consentId: consent.id };
}

const outcomeSchema = z.object({ consentId: z.number() });

async function replayConsent(tx: RequestContext, outcome: unknown): Promise<RecordedConsent> {
  return { consent: await getConsent(tx, outcomeSchema.parse(outcome).consentId) };
}

async function getConsent(tx: RequestContext, id: number): Promise<Consent> {
  const [consent] = await listConsentsByIds(tx.db, tx.caller.serviceId, [id]);
  if (consent !== undefined) return consent;
  throw new AppError('consent_not_found', 'The service has no such consent.');
}

/**
 * Locks and returns the valid consent to a socio-economic report. Throws AppError `consent_required` when there is
 * none.
 */
export async function requireValidConsent(
  tx: RequestContext,
  participantId: number,
): Promise<Consent> {
  const { serviceId } = tx.caller;
  const criteria = { serviceId, participantId, purpose: 'socioeconomic_report' } as const;
  return (await lockValidConsent(tx.db, criteria)) ?? throwConsentRequired();
}

/** Throws AppError `consent_required`. */
export function throwConsentRequired(): never {
  throw new AppError(
    'consent_required',
    'The person has not consented, or has revoked the consent. Record a consent first.',
  );
}

async function audit(
  tx: RequestContext,
  action: AuditAction,
  { businessId, consent }: { businessId: number | null; consent: Consent },
): Promise<void> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'report:write');
  const details = { participantIds: [consent.participantId], consentId: consent.id };
  await insertAuditEvent(tx.db, {
    serviceId,
    action,
    userId,
    apiKeyId,
    requestId: tx.requestId,
    details: businessId === null ? details : { ...details, businessId },
  });
}
