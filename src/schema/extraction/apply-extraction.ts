import type { Once } from '../../resolvers/common/run-once.ts';
import {
  type AppliedExtraction,
  applyExtraction,
} from '../../resolvers/extraction/apply-extraction.ts';
import { findExtraction } from '../../resolvers/extraction/find-extraction.ts';
import { applyExtractionInput } from '../../resolvers/extraction/inputs.ts';
import { listConflicts, type ShownConflict } from '../../resolvers/extraction/list-conflicts.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import {
  FileNotFoundError,
  FilesUnavailableError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
  VersionConflictError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup, REPLAYED } from '../base/lookups.ts';
import { ParticipantType } from '../business/participant.ts';
import { ExtractionType } from './extraction.ts';
import { ExtractedFieldType } from './fields.ts';
import { FieldNameEnum } from './words.ts';

const ApplyExtractionInput = builder.inputType('ApplyExtractionInput', {
  description: 'Which fields of which document go into whose personal information.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    extractionId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'The internal id of the extraction. v4 `extraction_id`.',
    }),
    participant: t.field({
      type: ParticipantLookup,
      required: true,
      description:
        'A participant of the business that the file belongs to. v4: an element of `participantes`.',
    }),
    fields: t.field({
      type: [FieldNameEnum],
      required: true,
      description:
        'Which: RFC, CURP, BIRTH_DATE, NATIONALITY, COUNTRY_OF_BIRTH, ECONOMIC_ACTIVITIES, and the parts of an address; at most 20, each once.',
    }),
    expectedVersion: t.int({
      description:
        'The version of the business that the caller has seen; another one is a conflict.',
    }),
  }),
});

const ApplyExtractionPayload = builder
  .objectRef<Once<AppliedExtraction>>('ApplyExtractionPayload')
  .implement({
    description: 'A participant with values that a document gave.',
    fields: (t) => ({
      participant: t.expose('participant', {
        type: ParticipantType,
        description: 'The participant as it is now. v4: an element of `participantes`.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('applyExtraction', (t) =>
  t.field({
    type: ApplyExtractionPayload,
    description:
      'Puts chosen fields of a document into the personal information of a participant; the parts of an address that are not chosen stay. Needs the scopes business:write, file:read and personal:read.',
    errors: {
      types: [
        ParticipantNotFoundError,
        FileNotFoundError,
        InputValidationError,
        VersionConflictError,
        FilesUnavailableError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: ApplyExtractionInput,
        required: true,
        description: 'Which fields of which document go into whose personal information.',
        validate: { schema: checksOf(applyExtractionInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await applyExtraction(ctx, input),
  }),
);

const ConflictType = builder.objectRef<ShownConflict>('PersonalConflict').implement({
  description:
    'A document that says something else than what is stored. v4: an element of `conflicts`.',
  fields: (t) => ({
    name: t.expose('name', {
      type: FieldNameEnum,
      description: 'What the two values are of. v4 `name`.',
    }),
    stored: t.exposeString('stored', {
      description: 'What is stored. v4 `stored`.',
    }),
    extracted: t.expose('extracted', {
      type: ExtractedFieldType,
      description: 'What the document says. v4 `extracted`.',
    }),
    extraction: t.field({
      type: ExtractionType,
      nullable: true,
      description: 'The reading of that document; null once it is deleted. v4 `extraction_id`.',
      resolve: async ({ extractionId }, _args, ctx) => await findExtraction(ctx, extractionId),
    }),
    storedFrom: t.field({
      type: ExtractionType,
      nullable: true,
      description:
        'The reading that this field was last taken from by applyExtraction; null where it was not. v4 `stored_from`.',
      resolve: async ({ appliedFrom }, _args, ctx) =>
        appliedFrom === null ? null : await findExtraction(ctx, appliedFrom),
    }),
  }),
});

builder.objectField(ParticipantType, 'conflicts', (t) =>
  t.field({
    type: [ConflictType],
    nullable: true,
    description:
      'Where the newest readings of its documents and its personal information differ in more than case, accents and signs. Reading them is recorded; null without the scopes PERSONAL_READ and FILE_READ. v4 `conflicts` of GET /api/v4/fiduciary/participant/detail.',
    resolve: async (participant, _args, ctx) => await listConflicts(ctx, participant),
  }),
);
