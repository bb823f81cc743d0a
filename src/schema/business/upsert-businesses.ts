import { AppError } from '../../errors.ts';
import type { Upsert } from '../../resolvers/business/upsert-business.ts';
import {
  type UpsertedBusinesses,
  type UpsertOutcome,
  upsertBusinesses,
} from '../../resolvers/business/upsert-businesses.ts';
import { BUSINESSES_MAX, upsertBusinessesInput } from '../../resolvers/business/write-inputs.ts';
import type { Once } from '../../resolvers/common/run-once.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import {
  BusinessNotFoundError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  VersionConflictError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { COUNTED_BY_PAGE, mutationsCost } from '../limits/field-cost.ts';
import { BusinessType } from './business.ts';
import { ParticipantChangesType, ResponsibleUserInput } from './upsert-business.ts';
import { UpsertParticipantInput } from './upsert-participant-input.ts';

const BusinessInput = builder.inputType('BusinessInput', {
  description:
    'One business of several, as UpsertBusinessInput has it. Nothing of it is deleted: participants and documents that it does not name stay.',
  fields: (t) => ({
    externalId: t.field({
      type: 'SafeInt',
      required: true,
      description:
        'The id that the provider gives it: the business that has it is updated. Each stands once in a request. v4 `id_negocio`.',
    }),
    code: t.string({
      required: true,
      description: 'The code that the provider gives it. v4 `cod_negocio`.',
    }),
    name: t.string({ description: 'Its name. v4 `business_name`.' }),
    responsibleUser: t.field({
      type: ResponsibleUserInput,
      description:
        'Who is responsible for it. Null leaves the business without one; the user stays. v4 `responsible_user`.',
    }),
    participants: t.field({
      type: [UpsertParticipantInput],
      required: true,
      defaultValue: [],
      description: 'Who takes part in it, each person at most once. v4 `participantes`.',
    }),
    expectedVersion: t.int({
      description:
        'Refuses to write over what you have not seen: Business.version, or 0 where the business must not exist yet. Not in v4.',
    }),
  }),
});

const UpsertBusinessesInput = builder.inputType('UpsertBusinessesInput', {
  description: 'Up to 100 businesses, and the bound on the body.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    businesses: t.field({
      type: [BusinessInput],
      required: true,
      description:
        'At most 100, each for itself: one that is refused keeps back none. v4 `requests`.',
    }),
  }),
});

const UpsertedBusiness = builder.objectRef<Upsert>('UpsertedBusiness').implement({
  description: 'What the upsert of one business of several did. v4: an element of `results`.',
  fields: (t) => ({
    business: t.expose('business', {
      type: BusinessType,
      description: 'The business as it is now. v4: GET /api/v4/business/detail.',
    }),
    created: t.exposeBoolean('created', {
      description: 'Whether the business was new. v4 `created`.',
    }),
    changes: t.expose('changes', {
      type: ParticipantChangesType,
      description:
        'Participants that the input does not name are in none of its lists. v4 `changes`.',
    }),
  }),
});

const UpsertBusinessesPayload = builder
  .objectRef<Once<UpsertedBusinesses>>('UpsertBusinessesPayload')
  .implement({
    description: 'What became of each.',
    fields: (t) => ({
      outcomes: t.field({
        type: [UpsertedBusiness],
        itemErrors: {
          types: [InputValidationError, VersionConflictError, BusinessNotFoundError],
          union: {
            name: 'UpsertBusinessOutcome',
            description:
              'What became of one business of several, or why nothing did. Paths of issues are inside that business.',
          },
        },
        complexity: COUNTED_BY_PAGE,
        resolve: ({ outcomes }) => outcomes.map(refuseOrTell),
        description: 'One for each business of the input, in its order. v4 `results`.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

/** A refusal as the errors plugin takes it in a list: an item that fails, which makes it a member of the union. */
function refuseOrTell(outcome: UpsertOutcome): Upsert | Promise<never> {
  if (!(outcome instanceof AppError)) return outcome;
  const refused = Promise.reject(outcome);
  // It is looked at when its turn comes, which may be later than Node waits for somebody to.
  refused.catch(() => undefined);
  return refused;
}

builder.mutationField('upsertBusinesses', (t) =>
  t.field({
    type: UpsertBusinessesPayload,
    description:
      'upsertBusiness for up to 100 businesses in one transaction, each with its own outcome; deletes nothing. Costs as much as as many mutations. v4: POST /api/v4/fiduciary/requests/batch.',
    complexity: ({ input }) => mutationsCost(input.businesses.length, BUSINESSES_MAX),
    errors: { types: [InputValidationError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: UpsertBusinessesInput,
        required: true,
        description: 'The businesses as they are to be.',
        validate: { schema: checksOf(upsertBusinessesInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await upsertBusinesses(ctx, input),
  }),
);
