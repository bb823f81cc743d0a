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
  'True when the gateway screens participants automatically: when a participant is created, when its name, type of person, RFC, CURP, birth date, nationality or country of birth changes, and when a list changes.';
const IS_ON_INPUT =
  'True to switch automatic screening on: participants are screened when they are created, when their name, type of person, RFC, CURP, birth date, nationality or country of birth changes, and when a list changes.';
const FAMILIES =
  'Families of lists to screen against, at most 7, without duplicates. An empty list selects all families.';
const THRESHOLD =
  'Score from which automatic screening presents a match for review, 0.5 to 1. A match with an equal identifier is always presented.';
const FOUR_EYES = 'True when some decisions on matches need two users.';
const FOUR_EYES_INPUT =
  'True to require two users for decisions on matches: selects rule IDENTIFIER when the current rule is NONE, otherwise keeps the rule. False selects rule NONE. Must agree with `fourEyesRule` when both are sent.';
const FOUR_EYES_RULE =
  'Rule that determines which decisions on matches need two users. Until the second decision, a decided match becomes pending when the first decision is TRUE_MATCH; every other match keeps its state. One user can make the rule stronger. A weaker rule takes effect when a second person requests the same rule (users with one mailbox are one person), or when an operator sets it.';
const USE_RULE = 'Use `fourEyesRule`. Removed after 2027-12-31.';

const FourEyesRuleEnum = builder.enumType('FourEyesRule', {
  description:
    'Rule that determines which decisions on matches need two users. From weakest to strongest: NONE, TRUE_MATCH, IDENTIFIER, ALL. Every rule except NONE also covers decisions whose reason is contradicted by the compared data of the match.',
  values: {
    NONE: { value: 'none', description: 'No decision needs two users.' },
    TRUE_MATCH: {
      value: 'true_match',
      description:
        'Two users are needed for TRUE_MATCH, and for FALSE_POSITIVE on a match whose state is TRUE_MATCH.',
    },
    IDENTIFIER: {
      value: 'identifier',
      description:
        'Two users are needed as by rule TRUE_MATCH, and for FALSE_POSITIVE on a match with an equal RFC, CURP or passport. The deprecated input `fourEyes: true` selects this rule.',
    },
    ALL: {
      value: 'all',
      description: 'Every decision needs two users: TRUE_MATCH and FALSE_POSITIVE.',
    },
  } as const,
});

const ScreeningSettingsType = builder.objectRef<ScreeningSettings>('ScreeningSettings').implement({
  description:
    'Settings of automatic screening of the service, and of decisions on matches. Automatic screening is off until the service switches it on.',
  fields: (t) => ({
    isOn: t.exposeBoolean('isOn', { description: IS_ON }),
    families: t.expose('families', { type: [ListFamilyEnum], description: FAMILIES }),
    threshold: t.exposeFloat('threshold', { description: THRESHOLD }),
    fourEyes: t.boolean({
      description: FOUR_EYES,
      deprecationReason: USE_RULE,
      resolve: ({ fourEyesRule }) => fourEyesRule !== 'none',
    }),
    fourEyesRule: t.expose('fourEyesRule', {
      type: FourEyesRuleEnum,
      description: FOUR_EYES_RULE,
    }),
    fourEyesOffUserId: t.field({
      type: 'SafeInt',
      nullable: true,
      description:
        '`databaseId` of the user who requested a weaker rule (`requestedFourEyesRule`). Null when no request is open.',
      resolve: ({ fourEyesRequest }) => fourEyesRequest?.userId,
    }),
    requestedFourEyesRule: t.field({
      type: FourEyesRuleEnum,
      nullable: true,
      description:
        'Weaker rule that was requested. The rule takes effect when a second person requests the same rule. Null when no request is open.',
      resolve: ({ fourEyesRequest }) => fourEyesRequest?.rule,
    }),
  }),
});

builder.queryField('screeningSettings', (t) =>
  t.field({
    type: ScreeningSettingsType,
    description:
      'Settings of automatic screening, and of decisions on matches. Requires scope `screening:manage`.',
    resolve: async (_root, _args, ctx) => await getScreeningSettings(ctx),
  }),
);

const UpdateScreeningSettingsInput = builder.inputType('UpdateScreeningSettingsInput', {
  description: 'Settings to change. Omitted and null fields keep their value.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    isOn: t.boolean({ description: IS_ON_INPUT }),
    families: t.field({ type: [ListFamilyEnum], description: FAMILIES }),
    threshold: t.float({ description: THRESHOLD }),
    fourEyes: t.boolean({ description: FOUR_EYES_INPUT, deprecationReason: USE_RULE }),
    fourEyesRule: t.field({ type: FourEyesRuleEnum, description: FOUR_EYES_RULE }),
    screensEverybody: t.boolean({
      description:
        'True to screen all participants now, in background jobs. Ignored when automatic screening is off after the update. Defaults to false.',
    }),
  }),
});

const UpdateScreeningSettingsPayload = builder
  .objectRef<IdempotentResult<UpdatedSettings>>('UpdateScreeningSettingsPayload')
  .implement({
    description: 'Payload of updateScreeningSettings.',
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
    description:
      'Changes the settings of automatic screening and of decisions on matches. Requires scope `screening:manage`.',
    errors: { types: [InputValidationError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: UpdateScreeningSettingsInput,
        required: true,
        description: 'Settings to change. Omitted and null fields keep their value.',
        validate: { schema: createChecks(updateScreeningSettingsInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await updateScreeningSettings(ctx, input),
  }),
);
