import type { Once } from '../../resolvers/common/run-once.ts';
import { resolveParticipantMatchesInput } from '../../resolvers/screening/match-inputs.ts';
import {
  type Resolution,
  resolveParticipantMatches,
} from '../../resolvers/screening/resolve-participant-matches.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup, REPLAYED } from '../base/lookups.ts';
import { ParticipantType } from '../business/participant.ts';
import { MatchReason, MatchVerdict } from './match.ts';
import { RESOLUTION_ERRORS, resolutionFields } from './match-decisions.ts';

const ResolveParticipantMatchesInput = builder.inputType('ResolveParticipantMatchesInput', {
  description:
    'Whose matches are resolved, and how. Verdict and reason go together; they are needed where matches of the participant are known.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      required: true,
      description: 'Whose matches are decided. v4: an element of `participantes`.',
    }),
    verdict: t.field({
      type: MatchVerdict,
      description:
        'TRUE_MATCH passes over what else is pending with the same list. v4 `resolution`.',
    }),
    reason: t.field({ type: MatchReason, description: 'Why it was decided so. v4 `reason`.' }),
    ...resolutionFields(t),
  }),
});

const ResolveParticipantMatchesPayload = builder
  .objectRef<Once<Resolution>>('ResolveParticipantMatchesPayload')
  .implement({
    description: 'What became of the matches.',
    fields: (t) => ({
      participant: t.expose('participant', {
        type: ParticipantType,
        description: 'The participant as it is now. v4: an element of `participantes`.',
      }),
      resolvedCount: t.exposeInt('resolvedCount', {
        description:
          'Matches that this request decided; one for a participant of whom none is known. v4 `resolved`.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('resolveParticipantMatches', (t) =>
  t.field({
    type: ResolveParticipantMatchesPayload,
    description:
      "Decides on a participant's matches: v4 `match_resolution_pending` is false once none is pending. Nothing changes where all is decided so already. v4: POST /api/v4/fiduciary/person/matches/resolved.",
    errors: { types: RESOLUTION_ERRORS },
    args: {
      input: t.arg({
        type: ResolveParticipantMatchesInput,
        required: true,
        description: 'Whose matches, and what was decided.',
        validate: { schema: checksOf(resolveParticipantMatchesInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await resolveParticipantMatches(ctx, input),
  }),
);
