import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import { resolvePersonMatchesInput } from '../../resolvers/matches/match-inputs.ts';
import {
  type PersonResolution,
  resolvePersonMatches,
} from '../../resolvers/matches/resolve-person-matches.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup, IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { ParticipantType } from '../business/participant.ts';
import { defineResolutionFields, RESOLUTION_ERRORS } from './match-decisions.ts';
import { MatchReason, MatchVerdict } from './screening-enums.ts';

const ResolvePersonMatchesInput = builder.inputType('ResolvePersonMatchesInput', {
  description: 'Person, and the decision on the matches of that person.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    externalPersonId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Id of the person in the client system. v4: `id_persona`.',
    }),
    business: t.field({
      type: BusinessLookup,
      description:
        'Business in which the matches of the person are decided. When omitted, the decision applies in all businesses that the person participates in. v4: `business_id`.',
    }),
    verdict: t.field({
      type: MatchVerdict,
      required: true,
      description:
        'Decision on the matches. TRUE_MATCH sets pending matches of the same participant from the same list that are not decided by this request to SKIPPED. v4: `resolution`.',
    }),
    reason: t.field({
      type: MatchReason,
      required: true,
      description: 'Reason for the decision. v4: `reason`.',
    }),
    ...defineResolutionFields(t),
  }),
});

const ResolvePersonMatchesPayload = builder
  .objectRef<IdempotentResult<PersonResolution>>('ResolvePersonMatchesPayload')
  .implement({
    description: 'Payload of resolvePersonMatches.',
    fields: (t) => ({
      participants: t.expose('participants', {
        type: [ParticipantType],
        description:
          'Participants with the `externalPersonId` of the input: in its `business`, or in all businesses when that was omitted. v4: `participants`.',
      }),
      resolvedCount: t.exposeInt('resolvedCount', {
        description:
          'Number of matches that this request decided. A match set to SKIPPED counts; a decision that awaits a second user does not. A participant that the data import marked as pending without matches counts as one. v4: `resolved`.',
      }),
      pendingCount: t.exposeInt('pendingCount', {
        description:
          'Number of matches of these participants that are pending at the time of the response. A participant that the data import marked as pending without matches counts as one. v4: `pending`.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('resolvePersonMatches', (t) =>
  t.field({
    type: ResolvePersonMatchesPayload,
    description:
      'Records decisions on the matches of a person, in all businesses or in one. Matches that already have the decision do not change. Fails with ParticipantNotFoundError when the person participates in none of the businesses. Requires scope `business:write`. v4: POST /api/v4/fiduciary/person/matches/resolved.',
    errors: { types: RESOLUTION_ERRORS },
    args: {
      input: t.arg({
        type: ResolvePersonMatchesInput,
        required: true,
        description: 'Person, and the decision on the matches of that person.',
        validate: { schema: createChecks(resolvePersonMatchesInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await resolvePersonMatches(ctx, input),
  }),
);
