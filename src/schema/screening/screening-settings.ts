import type { ScreeningSettings } from '../../domain/screening/screening-settings.ts';
import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import {
  getScreeningSettings,
  type UpdatedSettings,
  updateScreeningSettings,
  updateScreeningSettingsInput,
} from '../../resolvers/screening/screening-settings.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { IdempotencyError, InputValidationError, NotAuthorizedError } from '../base/errors.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { ListFamilyEnum } from '../lists/list-family.ts';

const IS_ON =
  'True when the gateway screens participants automatically: when a participant is new, when its name, type of person, RFC, CURP or birth date changes, and when a list changes.';
const FAMILIES =
  'Families of lists to screen against, at most 7, without duplicates. An empty list selects all families.';
const THRESHOLD =
  'Score from which a match is raised, 0.5 to 1. An equal identifier always raises a match.';
const FOUR_EYES =
  'True when any decision needs two users. As an input, true keeps a rule that is on already and otherwise selects IDENTIFIER, false selects NONE.';
const FOUR_EYES_RULE =
  'Decisions that need two users. The first decision leaves the match as it was. One user makes the rule stronger; to make it weaker, a second user has to request the same rule, or an operator changes it.';
const USE_RULE = 'Use `fourEyesRule`. Removed after 2027-12-31.';

const FourEyesRuleEnum = builder.enumType('FourEyesRule', {
  description:
    'Decisions on matches that need two users, weakest first. Every rule but NONE includes decisions whose reason is contradicted by the evidence of the match.',
  values: {
    NONE: { value: 'none', description: 'No decision needs two users.' },
    TRUE_MATCH: {
      value: 'true_match',
      description: 'TRUE_MATCH, and FALSE_POSITIVE on a true match.',
    },
    IDENTIFIER: {
      value: 'identifier',
      description:
        'Covers TRUE_MATCH, and FALSE_POSITIVE on a match with an equal RFC, CURP or passport. Default when four eyes are switched on.',
    },
    ALL: { value: 'all', description: 'Every TRUE_MATCH and FALSE_POSITIVE.' },
  } as const,
});

const ScreeningSettingsType = builder.objectRef<ScreeningSettings>('ScreeningSettings').implement({
  description:
    'Settings of automatic screening of a service. Automatic screening is off until the service switches it on.',
  fields: (t) => ({
    isOn: t.exposeBoolean('isOn', { description: IS_ON }),
    families: t.expose('families', { type: [ListFamilyEnum], description: FAMILIES }),
    threshold: t.exposeFloat('threshold', { description: THRESHOLD }),
    fourEyes: t.boolean({
      description: FOUR_EYES,
      deprecationReason: USE_RULE,
      resolve: ({ fourEyesRule }) => fourEyesRule !== 'none',
    }),
    fourEyesRule: t.expose('fourEyesRule', { type: FourEyesRuleEnum, description: FOUR_EYES_RULE }),
    fourEyesOffUserId: t.field({
      type: 'SafeInt',
      nullable: true,
      description:
        'Internal id of the user who requested a weaker rule. The setting changes once a second user requests the same. Null when no request is open.',
      resolve: ({ fourEyesRequest }) => fourEyesRequest?.userId,
    }),
    requestedFourEyesRule: t.field({
      type: FourEyesRuleEnum,
      nullable: true,
      description: 'Weaker rule that this user requested. Null when no request is open.',
      resolve: ({ fourEyesRequest }) => fourEyesRequest?.rule,
    }),
  }),
});

builder.queryField('screeningSettings', (t) =>
  t.field({
    type: ScreeningSettingsType,
    description: 'Settings of automatic screening of the service.',
    resolve: async (_root, _args, ctx) => await getScreeningSettings(ctx),
  }),
);

const UpdateScreeningSettingsInput = builder.inputType('UpdateScreeningSettingsInput', {
  description: 'Settings to change. Omitted fields keep their value.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    isOn: t.boolean({ description: IS_ON }),
    families: t.field({ type: [ListFamilyEnum], description: FAMILIES }),
    threshold: t.float({ description: THRESHOLD }),
    fourEyes: t.boolean({ description: FOUR_EYES, deprecationReason: USE_RULE }),
    fourEyesRule: t.field({ type: FourEyesRuleEnum, description: FOUR_EYES_RULE }),
    screensEverybody: t.boolean({
      description:
        'True to queue all participants for a screening now. Ignored when screening is off after the update. Defaults to false.',
    }),
  }),
});

const UpdateScreeningSettingsPayload = builder
  .objectRef<IdempotentResult<UpdatedSettings>>('UpdateScreeningSettingsPayload')
  .implement({
    description: 'Result of updateScreeningSettings.',
    fields: (t) => ({
      settings: t.expose('settings', {
        type: ScreeningSettingsType,
        description: 'Current settings of the service.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('updateScreeningSettings', (t) =>
  t.field({
    type: UpdateScreeningSettingsPayload,
    description: 'Changes the settings of automatic screening and of decisions on matches.',
    errors: { types: [InputValidationError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: UpdateScreeningSettingsInput,
        required: true,
        description: 'Settings to change. Omitted fields keep their value.',
        validate: { schema: createChecks(updateScreeningSettingsInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await updateScreeningSettings(ctx, input),
  }),
);
