import type { ScreeningSettings } from '../../domain/screening/screening-settings.ts';
import type { Once } from '../../resolvers/common/run-once.ts';
import {
  getScreeningSettings,
  type UpdatedSettings,
  updateScreeningSettings,
  updateScreeningSettingsInput,
} from '../../resolvers/screening/screening-settings.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { IdempotencyError, InputValidationError, NotAuthorizedError } from '../base/errors.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { ListFamilyEnum } from '../lists/list-family.ts';

const IS_ON =
  'Whether participants are screened when they are new, when their name, RFC, CURP or birth date becomes another, and when a list does.';
const FAMILIES = 'By which lists: at most 7; by all where none is named.';
const THRESHOLD =
  'The score from which a match is raised, 0.5 to 1; who has the same identifier always is.';
const FOUR_EYES =
  'True when a match is a true one only once two users have said so, and is taken back only by two. The first decision leaves the match as it was; FALSE_POSITIVE on a pending match is one user’s to say. One user switches it on; to switch it off takes a second user, or an operator.';

const ScreeningSettingsType = builder.objectRef<ScreeningSettings>('ScreeningSettings').implement({
  description: 'What a service has the gateway screen by itself: nothing, until it says so.',
  fields: (t) => ({
    isOn: t.exposeBoolean('isOn', { description: IS_ON }),
    families: t.expose('families', { type: [ListFamilyEnum], description: FAMILIES }),
    threshold: t.exposeFloat('threshold', { description: THRESHOLD }),
    fourEyes: t.exposeBoolean('fourEyes', { description: FOUR_EYES }),
    fourEyesOffUserId: t.expose('fourEyesOffUserId', {
      type: 'SafeInt',
      nullable: true,
      description:
        'User who asked to switch `fourEyes` off, which takes effect once a second user asks for it too; null otherwise.',
    }),
  }),
});

builder.queryField('screeningSettings', (t) =>
  t.field({
    type: ScreeningSettingsType,
    description: 'What the service has the gateway screen by itself.',
    resolve: async (_root, _args, ctx) => await getScreeningSettings(ctx),
  }),
);

const UpdateScreeningSettingsInput = builder.inputType('UpdateScreeningSettingsInput', {
  description: 'What is left out stays as it is.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    isOn: t.boolean({ description: IS_ON }),
    families: t.field({ type: [ListFamilyEnum], description: FAMILIES }),
    threshold: t.float({ description: THRESHOLD }),
    fourEyes: t.boolean({ description: FOUR_EYES }),
    screensEverybody: t.boolean({
      description: 'Has all participants that there are screened now, where screening is on then.',
    }),
  }),
});

const UpdateScreeningSettingsPayload = builder
  .objectRef<Once<UpdatedSettings>>('UpdateScreeningSettingsPayload')
  .implement({
    description: 'What became of the settings.',
    fields: (t) => ({
      settings: t.expose('settings', {
        type: ScreeningSettingsType,
        description: 'As they are now.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('updateScreeningSettings', (t) =>
  t.field({
    type: UpdateScreeningSettingsPayload,
    description:
      'Says what the gateway screens by itself from now on, and how matches are decided.',
    errors: { types: [InputValidationError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: UpdateScreeningSettingsInput,
        required: true,
        description: 'What is to be another.',
        validate: { schema: checksOf(updateScreeningSettingsInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await updateScreeningSettings(ctx, input),
  }),
);
