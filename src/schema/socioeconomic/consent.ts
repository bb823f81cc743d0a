import type { Consent } from '../../domain/socioeconomic/consent.ts';
import type { Once } from '../../resolvers/common/run-once.ts';
import {
  type RecordedConsent,
  recordConsent,
  revokeConsent,
} from '../../resolvers/socioeconomic/consents.ts';
import { recordConsentInput, revokeConsentInput } from '../../resolvers/socioeconomic/inputs.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import {
  ConsentNotFoundError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup, REPLAYED } from '../base/lookups.ts';
import { ConsentPurposeEnum } from './words.ts';

export const ConsentType = builder.objectRef<Consent>('Consent').implement({
  description: 'That a participant agreed to a use of their data; it holds until it is revoked.',
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id. v4 `consent.id`.',
      resolve: ({ id }) => id,
    }),
    purpose: t.expose('purpose', {
      type: ConsentPurposeEnum,
      description: 'What they agreed to. v4 `consent.purpose`.',
    }),
    textVersion: t.exposeString('textVersion', {
      description: 'Which version of the text. v4 `consent.text_version`.',
    }),
    givenAt: t.expose('givenAt', {
      type: 'DateTime',
      description: 'When they agreed. v4 `consent.given_at`.',
    }),
    evidenceFileId: t.expose('evidenceFileId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The file that shows it; null where none was named.',
    }),
    recordedBy: t.expose('recordedBy', {
      type: 'SafeInt',
      description: 'The user who recorded it, by internal id.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it does not hold; null while it does. v4 `consent.revoked_at`.',
    }),
    revokedBy: t.expose('revokedBy', {
      type: 'SafeInt',
      nullable: true,
      description: 'The user who recorded that; null while it holds.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was recorded. v4 `consent.recorded_at`.',
    }),
  }),
});

const RecordConsentInput = builder.inputType('RecordConsentInput', {
  description: 'Who agreed to what.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      required: true,
      description: 'Who agreed: a natural person.',
    }),
    purpose: t.field({
      type: ConsentPurposeEnum,
      required: true,
      description: 'What they agreed to.',
    }),
    textVersion: t.string({
      required: true,
      description: 'Which version of the text: a word of your own, at most 100.',
    }),
    givenAt: t.field({
      type: 'DateTime',
      description:
        'When they agreed: not in the future, and not before 2010-07-06; now where it is left out.',
    }),
    evidenceFileId: t.field({
      type: 'SafeInt',
      description: 'The `databaseId` of a file of the same business that shows it.',
    }),
  }),
});

function payload(name: string) {
  return builder.objectRef<Once<RecordedConsent>>(name).implement({
    description: 'The consent as it is now.',
    fields: (t) => ({
      consent: t.field({
        type: ConsentType,
        description: 'The consent. Needs the scope report:read.',
        resolve: ({ consent }) => consent,
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });
}

const RecordConsentPayload = payload('RecordConsentPayload');
const RevokeConsentPayload = payload('RevokeConsentPayload');

builder.mutationField('recordConsent', (t) =>
  t.field({
    type: RecordConsentPayload,
    description:
      'Records that a participant agreed to a use of their data. Without a consent that holds no report is made. Needs the scope report:write.',
    errors: {
      types: [
        ParticipantNotFoundError,
        ConsentNotFoundError,
        InputValidationError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: RecordConsentInput,
        required: true,
        description: 'Who agreed to what.',
        validate: { schema: checksOf(recordConsentInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await recordConsent(ctx, input),
  }),
);

const RevokeConsentInput = builder.inputType('RevokeConsentInput', {
  description: 'Which consent ends.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    consentId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Its `databaseId`.',
    }),
  }),
});

builder.mutationField('revokeConsent', (t) =>
  t.field({
    type: RevokeConsentPayload,
    description:
      'Ends a consent: no report is made or made final by it any more, and final ones tell of it. One that has ended stays as it is. Needs the scope report:write.',
    errors: {
      types: [ConsentNotFoundError, InputValidationError, IdempotencyError, NotAuthorizedError],
    },
    args: {
      input: t.arg({
        type: RevokeConsentInput,
        required: true,
        description: 'Which consent ends.',
        validate: { schema: checksOf(revokeConsentInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await revokeConsent(ctx, input),
  }),
);
