import type { CheckDigit } from '../../domain/tax/rfc.ts';
import type { RfcCoherence } from '../../domain/tax/rfc-coherence.ts';
import type { RfcValidation } from '../../domain/tax/validate-rfc.ts';
import { RFCS_MAX, validateRfcInput, validateRfcsInput } from '../../resolvers/tax/inputs.ts';
import { validateRfc, validateRfcs } from '../../resolvers/tax/validate-rfc.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { PersonType } from '../business/participant.ts';
import { namedListCost } from '../limits/field-cost.ts';
import { RfcErrorEnum, RfcKindEnum, RfcWarningEnum } from './rfc-words.ts';

export const CheckDigitType = builder.objectRef<CheckDigit>('CheckDigit').implement({
  description:
    'Check digit: the last character, computed from all characters before it. v4: `check_digit`.',
  fields: (t) => ({
    expected: t.exposeString('expected', { description: 'Computed check digit. v4: `expected`.' }),
    actual: t.exposeString('actual', { description: 'Check digit in the text. v4: `actual`.' }),
    ok: t.exposeBoolean('ok', { description: 'True when both check digits are equal. v4: `ok`.' }),
  }),
});

const RfcCoherenceType = builder.objectRef<RfcCoherence>('RfcCoherence').implement({
  description:
    'Consistency of the RFC with the other input. Each field is null when its input was not sent or does not apply. v4: `coherence`.',
  fields: (t) => ({
    namePrefix: t.exposeBoolean('namePrefix', {
      nullable: true,
      description:
        'True when the letters of the RFC are the letters of the name. v4: `name_prefix`.',
    }),
    fullRfcMatch: t.exposeBoolean('fullRfcMatch', {
      nullable: true,
      description:
        'True when the complete RFC is the one that the official procedure computes from name and date. False is no proof: of two taxpayers with the same name and date, one has a different RFC. v4: `full_rfc_match`.',
    }),
    dateMatch: t.exposeBoolean('dateMatch', {
      nullable: true,
      description:
        'True when the date of the RFC is the date of birth or constitution. v4: `date_match`.',
    }),
    curpDateMatch: t.exposeBoolean('curpDateMatch', {
      nullable: true,
      description:
        'True when the date of the RFC is the birth date in the CURP. v4: `curp_date_match`.',
    }),
  }),
});

export const RfcValidationType = builder.objectRef<RfcValidation>('RfcValidation').implement({
  description:
    'Result of validating the format of an RFC. The registry of the SAT is NOT consulted: a valid RFC need not exist. v4: `data` of the validation.',
  fields: (t) => ({
    rfc: t.exposeString('rfc', { description: 'RFC as sent. v4: `rfc`.' }),
    normalized: t.exposeString('normalized', {
      description:
        'RFC in capital letters, without whitespace, `-`, `.` and `/`. Other characters are not corrected. v4: `normalized`.',
    }),
    valid: t.exposeBoolean('valid', {
      description:
        'True when there are no errors. It states neither that the RFC is registered nor that it is absent from the lists of the SAT. v4: `valid`.',
    }),
    kind: t.expose('kind', {
      type: RfcKindEnum,
      nullable: true,
      description: 'Kind of the RFC. Null when the text is not in RFC format. v4: `tipo_per`.',
    }),
    date: t.expose('date', {
      type: 'Date',
      nullable: true,
      description:
        'Date of birth or constitution. Null when the date is invalid or ambiguous, and for a generic RFC. v4: `date`.',
    }),
    possibleDates: t.expose('possibleDates', {
      type: ['Date'],
      description: 'Dates that the RFC may state, none in the future. v4: `possible_dates`.',
    }),
    centuryAmbiguous: t.exposeBoolean('centuryAmbiguous', {
      description: 'True when the input leaves two centuries possible. v4: `century_ambiguous`.',
    }),
    checkDigit: t.expose('checkDigit', {
      type: CheckDigitType,
      nullable: true,
      description:
        'Check digit of the RFC. Null for a generic RFC, and when the text is not in RFC format. v4: `check_digit`.',
    }),
    forbiddenWord: t.exposeBoolean('forbiddenWord', {
      description: 'True when the letters form a word that the SAT avoids. v4: `forbidden_word`.',
    }),
    errors: t.expose('errors', {
      type: [RfcErrorEnum],
      description: 'Reasons why the text is not a valid RFC. Empty when it is valid. v4: `errors`.',
    }),
    warnings: t.expose('warnings', {
      type: [RfcWarningEnum],
      description: 'Anomalies of the RFC. v4: `warnings`.',
    }),
    coherence: t.expose('coherence', {
      type: RfcCoherenceType,
      description: 'Consistency of the RFC with the other input. v4: `coherence`.',
    }),
  }),
});

const ValidateRfcInput = builder.inputType('ValidateRfcInput', {
  description:
    'RFC to validate, with known facts about its holder. Null and empty text mean unknown. Nothing is stored.',
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
      description: 'Date of birth or constitution. v4: `fecha_nacimiento` or `fecha_constitucion`.',
    }),
    curp: t.string({
      description: 'CURP of the holder, compared for a natural person only. v4: `curp`.',
    }),
    strict: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'True to report a wrong check digit as an error. Otherwise it is a warning, because the SAT has issued some RFCs with a wrong check digit. Defaults to false. v4: `strict`.',
    }),
  }),
});

builder.queryFields((t) => ({
  validateRfc: t.field({
    type: RfcValidationType,
    description:
      'Validates the format of an RFC, without consulting the registry of the SAT. An invalid RFC is a result, not a GraphQL error. v4: POST /api/v4/rfc/validate.',
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
      'Validates the format of at most 5000 RFCs, in the order of the input. An input that breaks a rule rejects the whole request. v4: POST /api/v4/rfc/validate, once for each.',
    args: {
      inputs: t.arg({
        type: [ValidateRfcInput],
        required: true,
        description: 'RFCs to validate, at most 5000, each with known facts about its holder.',
      }),
    },
    complexity: ({ inputs }) => namedListCost(inputs, RFCS_MAX),
    validate: { schema: createChecks(validateRfcsInput) },
    resolve: (_root, args, ctx) => validateRfcs(ctx, args),
  }),
}));
