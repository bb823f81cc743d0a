import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { touchBusinesses } from '../../db/queries/business/business-flags.ts';
import { insertAuditEvents } from '../../db/queries/records/audit-events.ts';
import { recordMatchesResolved } from '../../db/queries/records/business-events.ts';
import { changeCounts } from '../../db/queries/records/service-counts.ts';
import {
  insertResolutions,
  listMatchesOfParticipants,
  updatePendingFlags,
} from '../../db/queries/screening/matches.ts';
import { updateWhitelist } from '../../db/queries/screening/update-whitelist.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { NO_CHANGE } from '../../domain/business/service-counts.ts';
import type { WeighedResolution } from '../../domain/matches/four-eyes.ts';
import type { Match } from '../../domain/matches/match.ts';
import {
  type NamedVerdict,
  type NewResolution,
  planResolution,
  type ResolutionRequest,
} from '../../domain/matches/match-resolution.ts';
import { AppError, invalidAt } from '../../errors.ts';
import { checkSeen } from './check-seen.ts';
import type { ResolutionInput } from './match-inputs.ts';
import { readEvidence } from './read-evidence.ts';
import { weighDecisions } from './weigh-decisions.ts';

/**
 * Decides on matches of participants whose businesses the caller holds, and says of each participant whether one
 * is still pending; returns how many were decided. A participant of whom no match is known, only that some are
 * pending, counts as one and needs no verdict. Throws AppError `invalid_input` for a match that is not known or
 * a verdict that is missing, for a reason without a note that the evidence contradicts, `conflict` for one that was decided
 * otherwise, that needs a second person, or is about another matter than was seen.
 */
export async function decideMatches(
  tx: RequestContext,
  participants: readonly Participant[],
  input: ResolutionInput | null,
): Promise<number> {
  const { serviceId } = tx.caller;
  const ids = participants.map((one) => one.id);
  const known = await listMatchesOfParticipants(tx.db, serviceId, ids);
  const planned = plan(known, input);
  await checkSeen(tx, { known, planned, named: input?.matches ?? [] });
  const evidence = await readEvidence(tx, known, { planned, input });
  const resolutions = await weighDecisions(tx, { known, planned, evidence, input });
  const withMatches = new Set(known.map((one) => one.participantId));
  const unexplained = participants.filter(
    (one) => one.hasPendingMatches && !withMatches.has(one.id) && !input?.matches,
  );
  const changedIds = new Set(
    [...resolutions.map((one) => one.participantId), ...unexplained.map((one) => one.id)].values(),
  );
  if (changedIds.size === 0) return 0;
  const changed = participants.filter((one) => changedIds.has(one.id));
  if (input !== null && resolutions.length > 0) await insert(tx, input, resolutions);
  const pendingParticipants = await updatePendingFlags(tx.db, serviceId, [...changedIds]);
  await record(tx, changed, { input, resolutions });
  const pendingMatches = -countSettled(known, resolutions);
  await changeCounts(tx.db, serviceId, { ...NO_CHANGE, pendingParticipants, pendingMatches });
  return resolutions.filter((one) => !one.awaitsSecond).length + unexplained.length;
}

/** By how many fewer matches are pending. */
function countSettled(known: readonly Match[], resolutions: readonly WeighedResolution[]): number {
  const pendingIds = new Set(known.filter((one) => one.state === 'pending').map(({ id }) => id));
  return resolutions.reduce((sum, { matchId, awaitsSecond, decision }) => {
    const before = pendingIds.has(matchId);
    // Any first decision but a true match leaves its match as it is.
    const after = awaitsSecond && (before || decision === 'true_match');
    return sum + Number(before) - Number(after);
  }, 0);
}

function plan(known: readonly Match[], input: ResolutionInput | null): NewResolution[] {
  if (input === null) {
    if (!known.some((one) => one.state === 'pending')) return [];
    throw invalidAt(['verdict'], 'Required when the participant has matches', 'required');
  }
  const planned = planResolution(known, toRequest(input));
  switch (planned.kind) {
    case 'resolve':
      return planned.resolutions;
    case 'conflict':
      throw new AppError(
        'conflict',
        'A match already has a different decision. Set reopen to replace it.',
      );
    case 'unknown':
      throw invalidAt(
        ['matches', String(planned.positions[0])],
        'The person has no such match',
        'not_found',
      );
  }
}

function toRequest({ verdict, reason, note, matches, reopen }: ResolutionInput): ResolutionRequest {
  const named = matches?.map(
    (one): NamedVerdict => ({
      externalId: one.externalId,
      sourceCode: one.sourceCode ?? null,
      verdict: one.verdict ?? verdict,
      reason: one.reason ?? reason,
      note: one.note ?? note ?? null,
    }),
  );
  return {
    verdict: { verdict, reason, note: note ?? null },
    named: named ?? null,
    reopens: reopen ?? false,
  };
}

async function insert(
  tx: RequestContext,
  { reviewer, resolvedAt }: ResolutionInput,
  resolutions: readonly WeighedResolution[],
): Promise<void> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  const by = {
    serviceId,
    userId,
    apiKeyId,
    reviewerName: reviewer?.name || null,
    reviewerEmail: reviewer?.email || null,
    resolvedAt: resolvedAt ?? null,
  };
  await insertResolutions(tx.db, by, resolutions);
  const settled = resolutions.filter((one) => !one.awaitsSecond);
  if (settled.length > 0) await updateWhitelist(tx.db, serviceId, settled);
}

type Done = { input: ResolutionInput | null; resolutions: readonly NewResolution[] };

async function record(
  tx: RequestContext,
  changed: readonly Participant[],
  { input, resolutions }: Done,
): Promise<void> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  const byBusiness = [...Map.groupBy(changed, (one) => one.businessId)];
  await touchBusinesses(
    tx.db,
    serviceId,
    byBusiness.map(([businessId]) => businessId),
  );
  const details = byBusiness.map(([businessId, participants]) => {
    const participantIds = participants.map((one) => one.id);
    const matchIds = resolutions
      .filter((one) => participantIds.includes(one.participantId))
      .map((one) => one.matchId);
    const { verdict = null, reason = null } = input ?? {};
    return { businessId, participantIds, matchIds, verdict, reason };
  });
  const { requestId } = tx;
  const by = { serviceId, action: 'matches_resolved', userId, apiKeyId, requestId } as const;
  await insertAuditEvents(tx.db, by, details);
  await recordMatchesResolved(tx.db, serviceId, changed);
}
