import { AppError } from '../../errors.ts';
import { isScreeningOn } from '../../resolvers/auth/get-viewer.ts';
import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import type { Upsert } from '../../resolvers/upsert/upsert-business.ts';
import {
  type UpsertedBusinesses,
  type UpsertOutcome,
  upsertBusinesses,
} from '../../resolvers/upsert/upsert-businesses.ts';
import { BUSINESSES_MAX, upsertBusinessesInput } from '../../resolvers/upsert/write-inputs.ts';
import { createChecks } from '../../validation/validate.ts';
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
import {
  IS_SCREENING_ON,
  ParticipantChangesType,
  ResponsibleUserInput,
} from './upsert-business.ts';
import { UpsertParticipantInput } from './upsert-participant-input.ts';

const BusinessInput = builder.inputType('BusinessInput', {
  description:
    'Business to create or update in a batch. An omitted field keeps its stored value, or is empty for a new business. Null and blank text delete the stored value. Stored participants and documents that the input does not name are always kept.',
  fields: (t) => ({
    externalId: t.field({
      type: 'SafeInt',
      required: true,
      description:
        'Id of the business in the client system, unique within the request. A stored business with this id is updated; otherwise a business is created. v4: `id_negocio`.',
    }),
    code: t.string({
      required: true,
      description: 'Code of the business in the client system. v4: `cod_negocio`.',
    }),
    name: t.string({ description: 'Name of the business. v4: `business_name`.' }),
    responsibleUser: t.field({
      type: ResponsibleUserInput,
      description:
        'User responsible for the business. Null removes the assignment; the user is not deleted. v4: `responsible_user`.',
    }),
    participants: t.field({
      type: [UpsertParticipantInput],
      required: true,
      defaultValue: [],
      description:
        'Participants of the business to create or update, at most 10,000, each person at most once. v4: `participantes`.',
    }),
    expectedVersion: t.int({
      description:
        'Version of the business that the caller last read (`Business.version`), or 0 when the business must not exist. The outcome is VersionConflictError when the current version differs. When omitted, any version is accepted.',
    }),
  }),
});

const UpsertBusinessesInput = builder.inputType('UpsertBusinessesInput', {
  description:
    'Batch of at most 100 businesses. The size limit of the request body applies in addition.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    businesses: t.field({
      type: [BusinessInput],
      required: true,
      description:
        'Businesses to create or update, at most 100. A rejected business does not affect the others. v4: `requests`.',
    }),
  }),
});

const UpsertedBusiness = builder.objectRef<Upsert>('UpsertedBusiness').implement({
  description: 'Effect of a batch on one business. v4: an element of `results`.',
  fields: (t) => ({
    business: t.expose('business', {
      type: BusinessType,
      description: 'Current state of the business. v4: GET /api/v4/business/detail.',
    }),
    created: t.exposeBoolean('created', {
      description:
        'True when the business was created, false when it existed already. v4: `created`.',
    }),
    changes: t.expose('changes', {
      type: ParticipantChangesType,
      description:
        'Effect on the participants that the input names. Other stored participants are in none of `created`, `updated` and `unchanged`. v4: `changes`.',
    }),
  }),
});

const UpsertBusinessesPayload = builder
  .objectRef<IdempotentResult<UpsertedBusinesses>>('UpsertBusinessesPayload')
  .implement({
    description: 'Payload of upsertBusinesses.',
    fields: (t) => ({
      outcomes: t.field({
        type: [UpsertedBusiness],
        itemErrors: {
          types: [InputValidationError, VersionConflictError, BusinessNotFoundError],
          union: {
            name: 'UpsertBusinessOutcome',
            description:
              'Outcome for one business of a batch: its effect, or the error that rejected it. Paths of issues are relative to that business.',
          },
        },
        complexity: COUNTED_BY_PAGE,
        resolve: ({ outcomes }) => outcomes.map(toOutcomeItem),
        description: 'Outcome for each business, in the order of the input. v4: `results`.',
      }),
      isScreeningOn: t.boolean({
        description: IS_SCREENING_ON,
        resolve: async (_upserted, _args, ctx) => await isScreeningOn(ctx),
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

/**
 * Converts an error to a rejected promise: the errors plugin turns a failing item of a list into a member of the union.
 */
function toOutcomeItem(outcome: UpsertOutcome): Upsert | Promise<never> {
  if (!(outcome instanceof AppError)) return outcome;
  const rejection = Promise.reject(outcome);
  // The item is resolved later. Without a handler until then, Node reports the rejection as unhandled.
  rejection.catch(() => undefined);
  return rejection;
}

builder.mutationField('upsertBusinesses', (t) =>
  t.field({
    type: UpsertBusinessesPayload,
    description:
      'Creates or updates at most 100 businesses. Each business succeeds or fails separately; a failed one does not affect the others. No participant and no document is deleted. The cost is that of one upsertBusiness for each business. Requires scope `business:write`. v4: POST /api/v4/fiduciary/requests/batch.',
    complexity: ({ input }) => mutationsCost(input.businesses.length, BUSINESSES_MAX),
    errors: { types: [InputValidationError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: UpsertBusinessesInput,
        required: true,
        description: 'Businesses to create or update.',
        validate: { schema: createChecks(upsertBusinessesInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await upsertBusinesses(ctx, input),
  }),
);
