import type { Consent } from '../../domain/socioeconomic/consent.ts';
import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import {
  type RecordedConsent,
  recordConsent,
  revokeConsent,
} from '../../resolvers/socioeconomic/consents.ts';
import { recordConsentInput, revokeConsentInput } from '../../resolvers/socioeconomic/inputs.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  ConsentNotFoundError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
} from '../base/errors.ts';
import { describePayload, IDEMPOTENCY_KEY, ParticipantLookup, REPLAYED } from '../base/lookups.ts';
import { ConsentPurposeEnum } from './enums.ts';

export const ConsentType = builder.objectRef<Consent>('Consent').implement({
  description: 'Consent of a participant to a use of their data, valid until it is revoked.',
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the consent, unique in the service. v4: `consent.id`.',
      resolve: ({ id }) => id,
    }),
    purpose: t.expose('purpose', {
      type: ConsentPurposeEnum,
      description: 'Purpose that the participant agreed to. v4: `consent.purpose`.',
    }),
    textVersion: t.exposeString('textVersion', {
      description: 'Version of the consent text. v4: `consent.text_version`.',
    }),
    givenAt: t.expose('givenAt', {
      type: 'DateTime',
      description: 'Time when the participant agreed. v4: `consent.given_at`.',
    }),
    evidenceFileId: t.expose('evidenceFileId', {
      type: 'SafeInt',
      nullable: true,
      description:
        '`File.databaseId` of the file that proves the consent. Null when no file was named.',
    }),
    recordedBy: t.expose('recordedBy', {
      type: 'SafeInt',
      description: '`databaseId` of the user who recorded the consent.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time when the consent was revoked. Null while the consent is valid. v4: `consent.revoked_at`.',
    }),
    revokedBy: t.expose('revokedBy', {
      type: 'SafeInt',
      nullable: true,
      description:
        '`databaseId` of the user who revoked the consent. Null while the consent is valid.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the consent was recorded. v4: `consent.recorded_at`.',
    }),
  }),
});

const RecordConsentInput = builder.inputType('RecordConsentInput', {
  description: 'Consent to record.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      required: true,
      description: 'Participant who agreed, a natural person.',
    }),
    purpose: t.field({
      type: ConsentPurposeEnum,
      required: true,
      description: 'Purpose that the participant agreed to.',
    }),
    textVersion: t.string({
      required: true,
      description:
        'Version of the consent text that the participant agreed to, as named by the client, at most 100 characters.',
    }),
    givenAt: t.field({
      type: 'DateTime',
      description:
        'Time when the participant agreed, not in the future and not before 2010-07-06. Defaults to now.',
    }),
    evidenceFileId: t.field({
      type: 'SafeInt',
      description:
        '`File.databaseId` of an available file that proves the consent. The file must belong to the business of the participant, and not to another participant. When omitted, the consent has no proof.',
    }),
  }),
});

function definePayload(name: string) {
  return builder.objectRef<IdempotentResult<RecordedConsent>>(name).implement({
    description: describePayload(name),
    fields: (t) => ({
      consent: t.field({
        type: ConsentType,
        description: 'Current state of the consent. Requires scope `report:read`.',
        resolve: ({ consent }) => consent,
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });
}

const RecordConsentPayload = definePayload('RecordConsentPayload');
const RevokeConsentPayload = definePayload('RevokeConsentPayload');

builder.mutationField('recordConsent', (t) =>
  t.field({
    type: RecordConsentPayload,
    description:
      'Records the consent of a participant to a use of their data. A socioeconomic report requires a valid consent. A repeated request fails with ConsentNotFoundError when its consent was deleted. Requires scope `report:write`.',
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
        description: 'Consent to record.',
        validate: { schema: createChecks(recordConsentInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await recordConsent(ctx, input),
  }),
);

const RevokeConsentInput = builder.inputType('RevokeConsentInput', {
  description: 'Consent to revoke.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    consentId: t.field({
      type: 'SafeInt',
      required: true,
      description: '`databaseId` of the consent.',
    }),
  }),
});

builder.mutationField('revokeConsent', (t) =>
  t.field({
    type: RevokeConsentPayload,
    description:
      'Revokes a consent. Afterwards no report can be generated or finalized with it. The signed content of final reports does not change; `SocioeconomicReport.consent` has the time of the revocation. Has no effect on a consent that is already revoked. Requires scope `report:write`.',
    errors: {
      types: [ConsentNotFoundError, InputValidationError, IdempotencyError, NotAuthorizedError],
    },
    args: {
      input: t.arg({
        type: RevokeConsentInput,
        required: true,
        description: 'Consent to revoke.',
        validate: { schema: createChecks(revokeConsentInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await revokeConsent(ctx, input),
  }),
);
