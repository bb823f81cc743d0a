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
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import type { ReviewedResolution } from '../../domain/matches/four-eyes.ts';
import type { Match } from '../../domain/matches/match.ts';
import {
  type NamedVerdict,
  type NewResolution,
  planResolution,
  type ResolutionRequest,
} from '../../domain/matches/match-resolution.ts';
import { AppError, invalidAt } from '../../errors.ts';
import { applyFourEyesRule } from './apply-four-eyes-rule.ts';
import { checkMatterHashes } from './check-matter-hashes.ts';
import type { ResolutionInput } from './match-inputs.ts';
import { readEvidence } from './read-evidence.ts';

/**
 * Decides matches of participants, updates whether each participant has pending matches, and returns the number of
 * decided matches. The caller has locked the businesses. A participant that is pending without a known match counts as
 * one match and needs no verdict. Throws AppError `invalid_input` for an unknown match, a missing verdict, or a reason
 * without a note that the evidence contradicts, and `conflict` for a match with a different decision, a match that
 * needs a second user, or a match whose list entry changed since the review.
 */
export async function decideMatches(
  tx: RequestContext,
  participants: readonly Participant[],
  input: ResolutionInput | null,
): Promise<number> {
  const { serviceId } = tx.caller;
  const ids = participants.map((participant) => participant.id);
  const matches = await listMatchesOfParticipants(tx.db, serviceId, ids);
  const planned = planResolutions(matches, input);
  await checkMatterHashes(tx, { matches, planned, named: input?.matches ?? [] });
  const evidence = await readEvidence(tx, matches, { planned, input });
  const resolutions = await applyFourEyesRule(tx, { matches, planned, evidence, input });
  const withMatches = new Set(matches.map((match) => match.participantId));
  const pendingWithoutMatch = participants.filter(
    (participant) =>
      participant.hasPendingMatches && !withMatches.has(participant.id) && !input?.matches,
  );
  const changedIds = new Set([
    ...resolutions.map((resolution) => resolution.participantId),
    ...pendingWithoutMatch.map((participant) => participant.id),
  ]);
  if (changedIds.size === 0) return 0;
  const changed = participants.filter((participant) => changedIds.has(participant.id));
  if (input !== null && resolutions.length > 0) await storeResolutions(tx, input, resolutions);
  const pendingParticipants = await updatePendingFlags(tx.db, serviceId, [...changedIds]);
  await recordDecision(tx, changed, { input, resolutions });
  const pendingMatches = -countSettled(matches, resolutions);
  await changeCounts(tx.db, serviceId, { ...ZERO_DELTA, pendingParticipants, pendingMatches });
  return (
    resolutions.filter((resolution) => !resolution.awaitsSecond).length + pendingWithoutMatch.length
  );
}

/** Returns the number by which pending matches decrease. */
function countSettled(
  matches: readonly Match[],
  resolutions: readonly ReviewedResolution[],
): number {
  const pendingIds = new Set(
    matches.filter((match) => match.state === 'pending').map(({ id }) => id),
  );
  return resolutions.reduce((sum, { matchId, awaitsSecond, decision }) => {
    const before = pendingIds.has(matchId);
    // A first decision that awaits a second changes the state of its match only for a true match.
    const after = awaitsSecond && (before || decision === 'true_match');
    return sum + Number(before) - Number(after);
  }, 0);
}

function planResolutions(
  matches: readonly Match[],
  input: ResolutionInput | null,
): NewResolution[] {
  if (input === null) {
    if (!matches.some((match) => match.state === 'pending')) return [];
    throw invalidAt(['verdict'], 'Required when the participant has matches', 'required');
  }
  const planned = planResolution(matches, toRequest(input));
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
    (match): NamedVerdict => ({
      externalId: match.externalId,
      sourceCode: match.sourceCode ?? null,
      verdict: match.verdict ?? verdict,
      reason: match.reason ?? reason,
      note: match.note ?? note ?? null,
    }),
  );
  return {
    verdict: { verdict, reason, note: note ?? null },
    named: named ?? null,
    reopens: reopen ?? false,
  };
}

async function storeResolutions(
  tx: RequestContext,
  { reviewer, resolvedAt }: ResolutionInput,
  resolutions: readonly ReviewedResolution[],
): Promise<void> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  const actor = {
    serviceId,
    userId,
    apiKeyId,
    reviewerName: reviewer?.name || null,
    reviewerEmail: reviewer?.email || null,
    resolvedAt: resolvedAt ?? null,
  };
  await insertResolutions(tx.db, actor, resolutions);
  const settled = resolutions.filter((resolution) => !resolution.awaitsSecond);
  if (settled.length > 0) await updateWhitelist(tx.db, serviceId, settled);
}

type DecisionToRecord = { input: ResolutionInput | null; resolutions: readonly NewResolution[] };

async function recordDecision(
  tx: RequestContext,
  changed: readonly Participant[],
  { input, resolutions }: DecisionToRecord,
): Promise<void> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  const byBusiness = [...Map.groupBy(changed, (participant) => participant.businessId)];
  await touchBusinesses(
    tx.db,
    serviceId,
    byBusiness.map(([businessId]) => businessId),
  );
  const details = byBusiness.map(([businessId, participants]) => {
    const participantIds = participants.map((participant) => participant.id);
    const matchIds = resolutions
      .filter((resolution) => participantIds.includes(resolution.participantId))
      .map((resolution) => resolution.matchId);
    const { verdict = null, reason = null } = input ?? {};
    return { businessId, participantIds, matchIds, verdict, reason };
  });
  const { requestId } = tx;
  const actor = { serviceId, action: 'matches_resolved', userId, apiKeyId, requestId } as const;
  await insertAuditEvents(tx.db, actor, details);
  await recordMatchesResolved(tx.db, serviceId, changed);
}
