import type { Once } from '../../resolvers/common/run-once.ts';
import { resolvePersonMatchesInput } from '../../resolvers/screening/match-inputs.ts';
import {
  type PersonResolution,
  resolvePersonMatches,
} from '../../resolvers/screening/resolve-person-matches.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup, IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { ParticipantType } from '../business/participant.ts';
import { MatchReason, MatchVerdict } from './match.ts';
import { RESOLUTION_ERRORS, resolutionFields } from './match-decisions.ts';

const ResolvePersonMatchesInput = builder.inputType('ResolvePersonMatchesInput', {
  description: 'Whose matches are resolved, and how.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    externalPersonId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'The person’s id at the provider. v4 `id_persona`.',
    }),
    business: t.field({
      type: BusinessLookup,
      description: 'Left out, all businesses that the person takes part in. v4 `business_id`.',
    }),
    verdict: t.field({
      type: MatchVerdict,
      required: true,
      description: 'What was decided. v4 `resolution`.',
    }),
    reason: t.field({
      type: MatchReason,
      required: true,
      description: 'Why it was decided so. v4 `reason`.',
    }),
    ...resolutionFields(t),
  }),
});

const ResolvePersonMatchesPayload = builder
  .objectRef<Once<PersonResolution>>('ResolvePersonMatchesPayload')
  .implement({
    description: 'What became of the matches.',
    fields: (t) => ({
      participants: t.expose('participants', {
        type: [ParticipantType],
        description: 'All that are the person, as far as was asked for. v4 `participants`.',
      }),
      resolvedCount: t.exposeInt('resolvedCount', {
        description: 'Matches that this request decided. v4 `resolved`.',
      }),
      pendingCount: t.exposeInt('pendingCount', {
        description: 'Matches of these participants that are left. v4 `pending`.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('resolvePersonMatches', (t) =>
  t.field({
    type: ResolvePersonMatchesPayload,
    description:
      "Decides on a person's matches in every business at once, or in one. Nothing changes where all is decided so already. v4: POST /api/v4/fiduciary/person/matches/resolved.",
    errors: { types: RESOLUTION_ERRORS },
    args: {
      input: t.arg({
        type: ResolvePersonMatchesInput,
        required: true,
        description: 'Whose matches, and what was decided.',
        validate: { schema: checksOf(resolvePersonMatchesInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await resolvePersonMatches(ctx, input),
  }),
);
