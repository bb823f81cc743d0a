import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { touchBusiness } from '../../db/queries/business/business-flags.ts';
import { lockBusiness } from '../../db/queries/business/businesses.ts';
import {
  insertAppliedFields,
  updatePersonalInformation,
} from '../../db/queries/extractions/applied-fields.ts';
import { lockFile } from '../../db/queries/files/file-records.ts';
import { readPersonalInformation } from '../../db/queries/participants/personal-information.ts';
import { recordChange } from '../../db/queries/records/record-change.ts';
import { isImplausibleBirth } from '../../domain/business/identity-dates.ts';
import type { Participant } from '../../domain/business/participant.ts';
import {
  mergePersonalInformation,
  NO_PERSONAL_INFORMATION,
  type PersonalInformation,
  type SentPersonalInformation,
} from '../../domain/business/personal-information.ts';
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import type { ExtractedField } from '../../domain/extraction/extracted.ts';
import {
  type IdentityConflict,
  listIdentityConflicts,
} from '../../domain/extraction/personal/identity-conflicts.ts';
import {
  isPersonalField,
  toPersonalInformation,
} from '../../domain/extraction/personal/personal-fields.ts';
import { type InputIssue, invalidAt, invalidInput } from '../../errors.ts';
import { today } from '../../runtime/calendar.ts';
import { checkInput } from '../../validation/input-issues.ts';
import { checkVersion, NO_VERSION } from '../business/check-version.ts';
import { getParticipant, lockParticipantByLookup } from '../business/lock-participant.ts';
import { IMPLAUSIBLE_BIRTH, personalInformationSchema } from '../business/personal-inputs.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { throwFileNotFound } from '../files/find-file.ts';
import { getExtraction } from './find-extraction.ts';
import type { ApplyExtractionInput } from './inputs.ts';
import { decryptFields } from './visible-fields.ts';

export type AppliedExtraction = { participant: Participant };

/**
 * Copies selected extracted fields to the personal information of a participant of the same business, and records their
 * source. Throws AppError `participant_not_found`, `file_not_found` for an unknown extraction or a deleted file,
 * `version_conflict`, and `invalid_input` for an extraction of another business, for a field that the extraction lacks,
 * for a field that the participant cannot have, and for a conflict of identity that is not acknowledged.
 */
export async function applyExtraction(
  ctx: RequestContext,
  input: ApplyExtractionInput,
): Promise<IdempotentResult<AppliedExtraction>> {
  requireScope(ctx.caller, 'business:write');
  // Applying values implies reading them.
  requireScope(ctx.caller, 'personal:read');
  requireScope(ctx.caller, 'file:read');
  // Not part of the request identity: a repeated request may acknowledge other conflicts.
  const { acknowledge: _, ...request } = input;
  return await runOnce(ctx, {
    operation: 'applyExtraction',
    input: request,
    run: async (tx) => await apply(tx, input),
    remember: ({ participant }) => ({ participantId: participant.id }),
    replay: async (tx, outcome) => ({
      participant: await getParticipant(tx, outcomeSchema.parse(outcome).participantId),
    }),
  });
}

const outcomeSchema = z.object({ participantId: z.number() });

async function apply(tx: RequestContext, input: ApplyExtractionInput): Promise<AppliedExtraction> {
  const { serviceId } = tx.caller;
  const locked = await lockParticipantByLookup(tx, input.participant);
  const { id: participantId, businessId } = locked;
  const business = await lockBusiness(tx.db, serviceId, businessId);
  checkVersion(business?.version ?? NO_VERSION, input.expectedVersion);
  const extraction = await getExtraction(tx, input.extractionId);
  const file = await lockFile(tx.db, serviceId, extraction.fileId);
  if (file === undefined) return throwFileNotFound();
  if (file.businessId !== businessId)
    throw invalidAt(
      ['extractionId'],
      'Must be an extraction of a document of the same business',
      'contradicts',
    );
  const document = await decryptFields(tx, extraction.id);
  const stored = await readStored(tx, participantId);
  const sent = validateFields(toPersonalInformation(selectFields(document, input), stored), locked);
  const info = mergePersonalInformation(sent, stored);
  const conflicts = listIdentityConflicts({
    extraction: { id: extraction.id, fields: document.fields },
    holder: locked,
    info,
    applied: new Set(Object.keys(sent)),
    today: today(),
  });
  checkConflicts(conflicts, input.acknowledge ?? []);
  const target = { serviceId, participantId, extractionId: extraction.id, fields: input.fields };
  const onQueued = (): void => tx.wakeWorker?.();
  await updatePersonalInformation(tx.db, target, { info, onQueued });
  await insertAppliedFields(tx.db, target);
  await recordApplied(tx, locked, extraction);
  return { participant: await getParticipant(tx, participantId) };
}

/**
 * Throws AppError `invalid_input` with an issue for each conflict that is not acknowledged. Its path ends in the kind.
 */
function checkConflicts(
  conflicts: readonly IdentityConflict[],
  acknowledged: readonly IdentityConflict[],
): void {
  const issues = conflicts
    .filter((conflict) => !acknowledged.includes(conflict))
    .map((conflict): InputIssue => {
      const kind = conflict.toUpperCase();
      const message = `Must name ${kind}: the data may be those of another person`;
      return { path: ['acknowledge', kind], code: 'not_acknowledged', message };
    });
  if (issues.length > 0) throw invalidInput(issues);
}

/** Returns the requested fields, in the order of the request. */
function selectFields(
  { fields }: { fields: readonly ExtractedField[] },
  { fields: requested }: ApplyExtractionInput,
): ExtractedField[] {
  return requested.map((name, index) => {
    const path = ['fields', String(index)];
    if (!isPersonalField(name)) throw invalidAt(path, 'Must be a field that participants have');
    const extracted = fields.find((field) => field.name === name);
    if (extracted === undefined)
      throw invalidAt(path, 'Must be a field that the extraction has', 'not_found');
    return extracted;
  });
}

/**
 * Validates extracted values by the rules for sent values. Throws AppError `invalid_input`, also for a birth date or
 * CURP of a legal entity.
 */
function validateFields(
  sent: SentPersonalInformation,
  { personType }: Participant,
): SentPersonalInformation {
  const isNatural = personType === 'natural';
  if (!isNatural && ('curp' in sent || 'birthOrConstitutionDate' in sent))
    throw invalidAt(['fields'], 'Must be a field that legal entities have', 'contradicts');
  if (isImplausibleBirth(personType, sent.birthOrConstitutionDate))
    throw invalidAt(['fields'], IMPLAUSIBLE_BIRTH.message, 'too_small');
  const result = checkInput(personalInformationSchema, sent);
  if (result.success) return sent;
  const issues = result.issues.map((issue) => ({ ...issue, path: ['fields'] }));
  throw invalidInput(issues);
}

async function readStored(tx: RequestContext, participantId: number): Promise<PersonalInformation> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'personal:read');
  const reader = { serviceId, userId, apiKeyId, requestId: tx.requestId };
  const [stored] = await readPersonalInformation(tx.db, reader, [participantId]);
  return stored ?? NO_PERSONAL_INFORMATION;
}

async function recordApplied(
  tx: RequestContext,
  { id: participantId, businessId }: Participant,
  { id: extractionId, fileId }: { id: number; fileId: number },
): Promise<void> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  await touchBusiness(tx.db, serviceId, businessId);
  const details = { businessId, participantId, fileId, extractionId };
  const action = 'extraction_applied';
  await recordChange(tx.db, {
    audit: { serviceId, action, userId, apiKeyId, requestId: tx.requestId, details },
    event: { serviceId, type: 'business_upserted', businessId, created: false, receiptId: null },
    counts: ZERO_DELTA,
  });
}
