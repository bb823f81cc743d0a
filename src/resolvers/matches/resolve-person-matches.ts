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
 * Result of the decision. `resolvedCount` is the number of matches that this request decided; `pendingCount` is the
 * number of the person's matches still pending in the requested businesses.
 */
export type PersonResolution = {
  participants: Participant[];
  resolvedCount: number;
  pendingCount: number;
};

/**
 * Decides the matches of a person, by the provider's id, in all businesses or in one (v4: Notification of person with
 * matches resolved), in a constant number of statements. Throws AppError `participant_not_found` when the person takes
 * part in none of them, and `invalid_input` and `conflict` as decideMatches.
 */
export async function resolvePersonMatches(
  ctx: RequestContext,
  input: ResolvePersonMatchesInput,
): Promise<IdempotentResult<PersonResolution>> {
  requireScope(ctx.caller, 'business:write');
  const { idempotencyKey, ...request } = input;
  return await runOnce(ctx, {
    operation: 'resolvePersonMatches',
    key: idempotencyKey,
    input: request,
    run: async (tx) => await resolve(tx, input),
    remember: ({ participants, resolvedCount }) => ({
      participantIds: participants.map((participant) => participant.id),
      resolvedCount,
    }),
    replay: async (tx, outcome) => {
      const { participantIds, resolvedCount } = outcomeSchema.parse(outcome);
      return await describe(tx, participantIds, resolvedCount);
    },
  });
}

/** Runs resolvePersonMatches for a response that contains the participants, which requires the scope to read them. */
export async function resolveAndListMatches(
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
  return await describe(tx, ids, resolvedCount);
}

/**
 * Locks the businesses of a person and returns its participants in them. Participants added to another business
 * meanwhile are not included.
 */
async function lockParticipants(
  tx: RequestContext,
  { externalPersonId, business }: ResolvePersonMatchesInput,
): Promise<Participant[]> {
  const { serviceId } = tx.caller;
  const businessId = business ? await findBusinessId(tx, business) : null;
  if (businessId === undefined) return [];
  const person = { externalPersonId, businessId };
  const seen = await listParticipantsOfPerson(tx.db, serviceId, person);
  if (seen.length === 0) return [];
  const businessIds = new Set(seen.map((participant) => participant.businessId));
  await lockBusinesses(tx.db, serviceId, [...businessIds]);
  const now = await listParticipantsOfPerson(tx.db, serviceId, person);
  return now.filter((participant) => businessIds.has(participant.businessId));
}

async function describe(
  tx: RequestContext,
  ids: readonly number[],
  resolvedCount: number,
): Promise<PersonResolution> {
  const { serviceId } = tx.caller;
  const participants = await listParticipantsByIds(tx.db, serviceId, ids);
  const matches = await listMatchesOfParticipants(tx.db, serviceId, ids);
  const pending = matches.filter((match) => match.state === 'pending');
  const explained = new Set(pending.map((match) => match.participantId));
  const unexplained = participants.filter(
    (participant) => participant.hasPendingMatches && !explained.has(participant.id),
  );
  return { participants, resolvedCount, pendingCount: pending.length + unexplained.length };
}
