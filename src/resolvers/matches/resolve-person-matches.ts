import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { lockBusinesses } from '../../db/queries/business/businesses.ts';
import {
  listParticipantsByIds,
  listParticipantsOfPerson,
} from '../../db/queries/participants/participants.ts';
import { listMatchesOfParticipants } from '../../db/queries/screening/matches.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { AppError } from '../../errors.ts';
import { findBusinessId } from '../business/find-business.ts';
import { requireScopes } from '../common/require-scopes.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { decideMatches } from './decide-matches.ts';
import type { ResolvePersonMatchesInput } from './match-inputs.ts';

/**
 * Result of the resolution. `resolvedCount` is the number of matches that this request resolved; `pendingCount` is the
 * number of the person's matches still pending in the requested businesses. A participant that is flagged as pending
 * and has no pending match counts as one.
 */
export type PersonResolution = {
  participants: Participant[];
  resolvedCount: number;
  pendingCount: number;
};

/**
 * Resolves the matches of a person, by `externalPersonId`, in all businesses or in one, in a constant number of
 * statements. Throws AppError `participant_not_found` when the person is a participant of none of them, and the errors
 * `invalid_input` and `conflict` of decideMatches. v4: Notification of person with matches resolved.
 */
export async function resolvePersonMatches(
  ctx: RequestContext,
  input: ResolvePersonMatchesInput,
): Promise<IdempotentResult<PersonResolution>> {
  requireScope(ctx.caller, 'business:write');
  return await runOnce(ctx, {
    operation: 'resolvePersonMatches',
    input,
    run: async (tx) => await resolve(tx, input),
    remember: ({ participants, resolvedCount }) => ({
      participantIds: participants.map((participant) => participant.id),
      resolvedCount,
    }),
    replay: async (tx, outcome) => {
      const { participantIds, resolvedCount } = outcomeSchema.parse(outcome);
      return await readResolution(tx, participantIds, resolvedCount);
    },
  });
}

/** Runs resolvePersonMatches for a response that contains the participants, which requires the scope to read them. */
export async function resolvePersonMatchesAndRead(
  ctx: RequestContext,
  input: ResolvePersonMatchesInput,
): Promise<IdempotentResult<PersonResolution>> {
  requireScopes(ctx, ['business:write', 'business:read']);
  return await resolvePersonMatches(ctx, input);
}

const outcomeSchema = z.object({
  participantIds: z.array(z.number()),
  resolvedCount: z.number(),
});

async function resolve(
  tx: RequestContext,
  input: ResolvePersonMatchesInput,
): Promise<PersonResolution> {
  const locked = await lockParticipants(tx, input);
  if (locked.length === 0)
    throw new AppError('participant_not_found', 'The service has no such participant.');
  const resolvedCount = await decideMatches(tx, locked, input);
  const ids = locked.map((participant) => participant.id);
  return await readResolution(tx, ids, resolvedCount);
}

/**
 * Locks the businesses of a person and returns the person's participants in the locked businesses. Omits participants
 * in businesses that appear only in the second read, because those businesses are not locked.
 */
async function lockParticipants(
  tx: RequestContext,
  { externalPersonId, business }: ResolvePersonMatchesInput,
): Promise<Participant[]> {
  const { serviceId } = tx.caller;
  const businessId = business ? await findBusinessId(tx, business) : null;
  if (businessId === undefined) return [];
  const person = { externalPersonId, businessId };
  const participants = await listParticipantsOfPerson(tx.db, serviceId, person);
  if (participants.length === 0) return [];
  const businessIds = new Set(participants.map((participant) => participant.businessId));
  await lockBusinesses(tx.db, serviceId, [...businessIds]);
  const current = await listParticipantsOfPerson(tx.db, serviceId, person);
  return current.filter((participant) => businessIds.has(participant.businessId));
}

async function readResolution(
  tx: RequestContext,
  ids: readonly number[],
  resolvedCount: number,
): Promise<PersonResolution> {
  const { serviceId } = tx.caller;
  const participants = await listParticipantsByIds(tx.db, serviceId, ids);
  const matches = await listMatchesOfParticipants(tx.db, serviceId, ids);
  const pending = matches.filter((match) => match.state === 'pending');
  const withPendingMatch = new Set(pending.map((match) => match.participantId));
  const pendingWithoutMatch = participants.filter(
    (participant) => participant.hasPendingMatches && !withPendingMatch.has(participant.id),
  );
  return { participants, resolvedCount, pendingCount: pending.length + pendingWithoutMatch.length };
}
