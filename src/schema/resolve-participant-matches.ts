import {
  type Resolution,
  resolveParticipantMatches,
} from '../resolvers/business/resolve-participant-matches.ts';
import { resolveParticipantMatchesInput } from '../resolvers/business/write-inputs.ts';
import type { Once } from '../resolvers/run-once.ts';
import { checksOf } from '../validate.ts';
import { builder } from './builder.ts';
import {
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
} from './errors.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup, REPLAYED } from './lookups.ts';
import { ParticipantType } from './participant.ts';

const ResolveParticipantMatchesInput = builder.inputType('ResolveParticipantMatchesInput', {
  description: 'Whose matches are resolved.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      required: true,
      description: 'v4: an element of `participantes`.',
    }),
  }),
});

const ResolveParticipantMatchesPayload = builder
  .objectRef<Once<Resolution>>('ResolveParticipantMatchesPayload')
  .implement({
    description: 'A participant without pending matches.',
    fields: (t) => ({
      participant: t.expose('participant', {
        type: ParticipantType,
        description: 'v4: an element of `participantes`.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('resolveParticipantMatches', (t) =>
  t.field({
    type: ResolveParticipantMatchesPayload,
    description:
      "Marks a person's matches as resolved: v4 `match_resolution_pending` becomes false. Nothing changes where none is pending.",
    errors: {
      types: [ParticipantNotFoundError, InputValidationError, IdempotencyError, NotAuthorizedError],
    },
    args: {
      input: t.arg({
        type: ResolveParticipantMatchesInput,
        required: true,
        validate: { schema: checksOf(resolveParticipantMatchesInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await resolveParticipantMatches(ctx, input),
  }),
);
