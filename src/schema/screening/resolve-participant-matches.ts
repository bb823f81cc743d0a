import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import { resolveParticipantMatchesInput } from '../../resolvers/matches/match-inputs.ts';
import {
  type Resolution,
  resolveParticipantMatches,
} from '../../resolvers/matches/resolve-participant-matches.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup, REPLAYED } from '../base/lookups.ts';
import { ParticipantType } from '../business/participant.ts';
import { defineResolutionFields, RESOLUTION_ERRORS } from './match-decisions.ts';
import { MatchReason, MatchVerdict } from './screening-enums.ts';

const ResolveParticipantMatchesInput = builder.inputType('ResolveParticipantMatchesInput', {
  description:
    'Participant, and the decision on its matches: a verdict with its reason and note. `verdict` and `reason` may be omitted together when no match of the participant is pending and `matches`, `note`, `reopen`, `resolvedAt` and `reviewer` are omitted too. The request then ends the pending state of a participant that the data import marked as pending without matches.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      required: true,
      description: 'Participant whose matches are decided. v4: an element of `participantes`.',
    }),
    verdict: t.field({
      type: MatchVerdict,
      description:
        'Decision on the matches. TRUE_MATCH sets pending matches of the same participant from the same list that are not decided by this request to SKIPPED. v4: `resolution`.',
    }),
    reason: t.field({ type: MatchReason, description: 'Reason for the decision. v4: `reason`.' }),
    ...defineResolutionFields(t),
  }),
});

const ResolveParticipantMatchesPayload = builder
  .objectRef<IdempotentResult<Resolution>>('ResolveParticipantMatchesPayload')
  .implement({
    description: 'Payload of resolveParticipantMatches.',
    fields: (t) => ({
      participant: t.expose('participant', {
        type: ParticipantType,
        description: 'Current state of the participant. v4: an element of `participantes`.',
      }),
      resolvedCount: t.exposeInt('resolvedCount', {
        description:
          'Number of matches that this request decided. A match set to SKIPPED counts; a decision that awaits a second user does not. A participant that the data import marked as pending without matches counts as one. v4: `resolved`.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('resolveParticipantMatches', (t) =>
  t.field({
    type: ResolveParticipantMatchesPayload,
    description:
      'Records decisions on the matches of a participant. Matches that already have the decision do not change. A participant that the data import marked as pending without matches is no longer pending afterwards. Requires scope `business:write`. v4: `match_resolution_pending`, POST /api/v4/fiduciary/person/matches/resolved.',
    errors: { types: RESOLUTION_ERRORS },
    args: {
      input: t.arg({
        type: ResolveParticipantMatchesInput,
        required: true,
        description: 'Participant, and the decision on its matches.',
        validate: { schema: createChecks(resolveParticipantMatchesInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await resolveParticipantMatches(ctx, input),
  }),
);
