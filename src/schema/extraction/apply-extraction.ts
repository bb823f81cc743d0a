import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import {
  type AppliedExtraction,
  applyExtraction,
} from '../../resolvers/extraction/apply-extraction.ts';
import { findExtraction } from '../../resolvers/extraction/find-extraction.ts';
import { applyExtractionInput } from '../../resolvers/extraction/inputs.ts';
import { listConflicts, type SourcedConflict } from '../../resolvers/extraction/list-conflicts.ts';
import { createChecks } from '../../validation/validate.ts';
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
import { FieldNameEnum } from './enums.ts';
import { ExtractionType } from './extraction.ts';
import { ExtractedFieldType } from './fields.ts';

const IdentityConflictEnum = builder.enumType('IdentityConflict', {
  description: 'Sign that extracted data concern another person than the participant.',
  values: {
    DOCUMENT_NAME: {
      value: 'document_name',
      description:
        'Document names another person or company (`Participant.conflicts` lists the names). Omitted second names and surnames are no conflict.',
    },
    CURP_NAME: {
      value: 'curp_name',
      description: 'Letters of the applied CURP do not follow from the name of the participant.',
    },
    RFC_NAME: {
      value: 'rfc_name',
      description: 'Letters of the applied RFC do not follow from the name of the participant.',
    },
    CURP_BIRTH_DATE: {
      value: 'curp_birth_date',
      description: 'Date encoded in the CURP would differ from the birth date.',
    },
    RFC_BIRTH_DATE: {
      value: 'rfc_birth_date',
      description: 'Date encoded in the RFC would differ from the date of birth or incorporation.',
    },
    RFC_CURP: {
      value: 'rfc_curp',
      description: 'Dates encoded in the RFC and in the CURP would differ.',
    },
  } as const,
});

const ApplyExtractionInput = builder.inputType('ApplyExtractionInput', {
  description: 'Extracted fields to store, and the participant to store them for.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    extractionId: t.field({
      type: 'SafeInt',
      required: true,
      description: '`databaseId` of the extraction. v4: `extraction_id`.',
    }),
    participant: t.field({
      type: ParticipantLookup,
      required: true,
      description:
        'Participant of the business that the file of the extraction belongs to. v4: an element of `participantes`.',
    }),
    fields: t.field({
      type: [FieldNameEnum],
      required: true,
      description:
        'Fields to store, 1 to 20, without duplicates, which the extraction must contain. Accepted are RFC, CURP, BIRTH_DATE, NATIONALITY, COUNTRY_OF_BIRTH, ECONOMIC_ACTIVITIES (of which the first is stored), and the parts of the address: STREET, EXTERIOR_NUMBER, INTERIOR_NUMBER, NEIGHBORHOOD, LOCALITY (stored as `city`), MUNICIPALITY, STATE, POSTAL_CODE and COUNTRY. CURP and BIRTH_DATE are rejected for a legal entity.',
    }),
    acknowledge: t.field({
      type: [IdentityConflictEnum],
      description:
        'Conflicts that the caller acknowledges. All that apply must be listed; otherwise nothing is stored, and the mutation fails with InputValidationError, issue NOT_ACKNOWLEDGED for each conflict, whose `path` ends in the conflict. When omitted, the list is empty.',
    }),
    expectedVersion: t.int({
      description:
        'Version of the business that the caller last read (`Business.version`). The mutation fails with VersionConflictError when the current version differs. When omitted, any version is accepted.',
    }),
  }),
});

const ApplyExtractionPayload = builder
  .objectRef<IdempotentResult<AppliedExtraction>>('ApplyExtractionPayload')
  .implement({
    description: 'Payload of applyExtraction.',
    fields: (t) => ({
      participant: t.expose('participant', {
        type: ParticipantType,
        description: 'Current state of the participant. v4: an element of `participantes`.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('applyExtraction', (t) =>
  t.field({
    type: ApplyExtractionPayload,
    description:
      'Stores selected fields of an extraction in the personal information of a participant. Fields and parts of the address that are not selected keep their value. Data that may be those of another person are stored only when `acknowledge` lists the conflicts. Requires scopes `business:write`, `file:read` and `personal:read`.',
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
        description: 'Extracted fields to store, and the participant to store them for.',
        validate: { schema: createChecks(applyExtractionInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await applyExtraction(ctx, input),
  }),
);

const ConflictType = builder.objectRef<SourcedConflict>('PersonalConflict').implement({
  description:
    'Difference between a document and the stored name or personal information of the participant. v4: an element of `conflicts`.',
  fields: (t) => ({
    name: t.expose('name', {
      type: FieldNameEnum,
      description: 'Name of the field that differs. v4: `name`.',
    }),
    stored: t.exposeString('stored', {
      description: 'Stored value of the field, unmasked. v4: `stored`.',
    }),
    extracted: t.expose('extracted', {
      type: ExtractedFieldType,
      description: 'Value of the field in the document. v4: `extracted`.',
    }),
    extraction: t.field({
      type: ExtractionType,
      nullable: true,
      description:
        'Extraction that read the document. Null when the extraction was deleted. v4: `extraction_id`.',
      resolve: async ({ extractionId }, _args, ctx) => await findExtraction(ctx, extractionId),
    }),
    storedFrom: t.field({
      type: ExtractionType,
      nullable: true,
      description:
        'Extraction from which applyExtraction last stored the field. The stored value may have been changed since. Null when applyExtraction never stored the field, and when that extraction was deleted. v4: `stored_from`.',
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
      'Differences between the name and personal information of the participant and the newest extractions of the documents of the participant. Fields without a stored value are not compared. Differences in case, accents and punctuation are ignored, and names and codes of one country are equal. Every read is recorded in the audit trail. Null without scopes `personal:read` and `file:read`. v4: `conflicts` of GET /api/v4/fiduciary/participant/detail.',
    resolve: async (participant, _args, ctx) => await listConflicts(ctx, participant),
  }),
);
