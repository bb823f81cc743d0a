import type { CheckDigit } from '../../domain/tax/rfc.ts';
import type { RfcCoherence } from '../../domain/tax/rfc-coherence.ts';
import type { RfcValidation } from '../../domain/tax/validate-rfc.ts';
import { RFCS_MAX, validateRfcInput, validateRfcsInput } from '../../resolvers/tax/inputs.ts';
import { validateRfc, validateRfcs } from '../../resolvers/tax/validate-rfc.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { PersonType } from '../business/participant.ts';
import { keyedListCost } from '../limits/field-cost.ts';
import { RfcErrorEnum, RfcKindEnum, RfcWarningEnum } from './rfc-enums.ts';

export const CheckDigitType = builder.objectRef<CheckDigit>('CheckDigit').implement({
  description:
    'Check digit of an RFC or a CURP: its last character, computed from the preceding ones. v4: `check_digit`.',
  fields: (t) => ({
    expected: t.exposeString('expected', {
      description: 'Check digit computed from the preceding characters. v4: `expected`.',
    }),
    actual: t.exposeString('actual', {
      description: 'Check digit that the RFC or CURP contains. v4: `actual`.',
    }),
    ok: t.exposeBoolean('ok', {
      description: 'True when both check digits are equal. v4: `ok`.',
    }),
  }),
});

const RfcCoherenceType = builder.objectRef<RfcCoherence>('RfcCoherence').implement({
  description:
    'Consistency of the RFC with the other fields of the input. A field is null when the input that it needs was not sent, or does not apply. v4: `coherence`.',
  fields: (t) => ({
    namePrefix: t.exposeBoolean('namePrefix', {
      nullable: true,
      description:
        'True when the first letters of the RFC are those derived from the name. v4: `name_prefix`.',
    }),
    fullRfcMatch: t.exposeBoolean('fullRfcMatch', {
      nullable: true,
      description:
        'True when the complete RFC equals the one that the official procedure computes from name and date. False does not mean that the RFC is wrong: when two taxpayers have the same name and date, the SAT assigns one of them a different RFC. v4: `full_rfc_match`.',
    }),
    dateMatch: t.exposeBoolean('dateMatch', {
      nullable: true,
      description:
        'True when the date encoded in the RFC equals the date of birth or incorporation in the input. v4: `date_match`.',
    }),
    curpDateMatch: t.exposeBoolean('curpDateMatch', {
      nullable: true,
      description:
        'True when the date encoded in the RFC equals the birth date encoded in the CURP. v4: `curp_date_match`.',
    }),
  }),
});

const NORMALIZED_RFC =
  'RFC in capital letters, without whitespace, `-`, `.` and `/`. Other characters are not corrected. v4: `normalized`.';

const VALID_RFC =
  'True when there are no errors. Warnings do not make an RFC invalid. A valid RFC may be unregistered, and may be in a list of the SAT. v4: `valid`.';

export const RfcValidationType = builder.objectRef<RfcValidation>('RfcValidation').implement({
  description:
    'Result of validating the format of an RFC. The registry of the SAT is NOT consulted: a valid RFC is not necessarily assigned to a taxpayer. v4: `data` of the validation.',
  fields: (t) => ({
    rfc: t.exposeString('rfc', { description: 'RFC as the client sent it. v4: `rfc`.' }),
    normalized: t.exposeString('normalized', { description: NORMALIZED_RFC }),
    valid: t.exposeBoolean('valid', { description: VALID_RFC }),
    kind: t.expose('kind', {
      type: RfcKindEnum,
      nullable: true,
      description:
        'Kind of the RFC. Null when the text does not have the format of an RFC. v4: `tipo_per`.',
    }),
    date: t.expose('date', {
      type: 'Date',
      nullable: true,
      description:
        'Date of birth or incorporation that the RFC encodes. Null when the date is invalid or ambiguous, and for a generic RFC. v4: `date`.',
    }),
    possibleDates: t.expose('possibleDates', {
      type: ['Date'],
      description:
        'Dates that the RFC may encode, without future dates. When the date or the CURP of the input matches one of them, that one only. v4: `possible_dates`.',
    }),
    centuryAmbiguous: t.exposeBoolean('centuryAmbiguous', {
      description:
        'True when the input does not determine the century of the date. v4: `century_ambiguous`.',
    }),
    checkDigit: t.expose('checkDigit', {
      type: CheckDigitType,
      nullable: true,
      description:
        'Check digit of the RFC. Null for a generic RFC, and when the text does not have the format of an RFC. v4: `check_digit`.',
    }),
    forbiddenWord: t.exposeBoolean('forbiddenWord', {
      description:
        'True when the letters of the RFC of a natural person form an inconvenient word (palabra inconveniente), which the SAT avoids in an RFC. v4: `forbidden_word`.',
    }),
    errors: t.expose('errors', {
      type: [RfcErrorEnum],
      description: 'Reasons why the text is not a valid RFC. Empty when it is valid. v4: `errors`.',
    }),
    warnings: t.expose('warnings', {
      type: [RfcWarningEnum],
      description: 'Anomalies of the RFC that do not make it invalid. v4: `warnings`.',
    }),
    coherence: t.expose('coherence', {
      type: RfcCoherenceType,
      description: 'Consistency of the RFC with the other fields of the input. v4: `coherence`.',
    }),
  }),
});

const ValidateRfcInput = builder.inputType('ValidateRfcInput', {
  description:
    'RFC to validate, with known facts about its holder. Null and empty text mean that a fact is unknown. The input is not stored.',
  fields: (t) => ({
    rfc: t.string({
      required: true,
      description: 'Text to validate, at most 64 characters. v4: `rfc`.',
    }),
    personType: t.field({
      type: PersonType,
      description: 'Type of person: natural person or legal entity. v4: `tipo_per`.',
    }),
    name: t.string({
      description: 'Given names of a natural person, or name of a legal entity. v4: `nombre`.',
    }),
    paternalSurname: t.string({
      description: 'First surname (apellido paterno). v4: `apellido_paterno`.',
    }),
    maternalSurname: t.string({
      description: 'Second surname (apellido materno). v4: `apellido_materno`.',
    }),
    birthOrConstitutionDate: t.field({
      type: 'Date',
      description:
        'Date of birth of a natural person, or date of incorporation of a legal entity. v4: `fecha_nacimiento` or `fecha_constitucion`.',
    }),
    curp: t.string({
      description:
        'CURP of the holder, compared only when the RFC is that of a natural person. v4: `curp`.',
    }),
    strict: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'True to report a wrong check digit as an error. When false, it is reported as a warning, because the SAT has issued some RFCs with a wrong check digit. v4: `strict`.',
    }),
  }),
});

builder.queryFields((t) => ({
  validateRfc: t.field({
    type: RfcValidationType,
    description:
      'Result of validating the format of an RFC, without consulting the registry of the SAT. An invalid RFC is a result, not an error. Requires scope `tax:validate`. v4: POST /api/v4/rfc/validate.',
    args: {
      input: t.arg({
        type: ValidateRfcInput,
        required: true,
        description: 'RFC to validate, with known facts about its holder.',
        validate: { schema: createChecks(validateRfcInput) },
      }),
    },
    resolve: (_root, { input }, ctx) => validateRfc(ctx, input),
  }),
  validateRfcs: t.field({
    type: [RfcValidationType],
    description:
      'Results of validating the format of at most 5000 RFCs, in the order of the input. An invalid RFC is a result, not an error; the request fails only when an input exceeds a limit, for example a text of more than 64 characters. Requires scope `tax:validate`. v4: POST /api/v4/rfc/validate, once for each RFC.',
    args: {
      inputs: t.arg({
        type: [ValidateRfcInput],
        required: true,
        description: 'RFCs to validate, at most 5000, each with known facts about its holder.',
      }),
    },
    complexity: ({ inputs }) => keyedListCost(inputs, RFCS_MAX),
    validate: { schema: createChecks(validateRfcsInput) },
    resolve: (_root, args, ctx) => validateRfcs(ctx, args),
  }),
}));
