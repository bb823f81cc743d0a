import type { CheckDigit } from '../../domain/tax/rfc.ts';
import type { RfcCoherence } from '../../domain/tax/rfc-coherence.ts';
import type { RfcValidation } from '../../domain/tax/validate-rfc.ts';
import { RFCS_MAX, validateRfcInput, validateRfcsInput } from '../../resolvers/tax/inputs.ts';
import { validateRfc, validateRfcs } from '../../resolvers/tax/validate-rfc.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { PersonType } from '../business/participant.ts';
import { namedListCost } from '../limits/field-cost.ts';
import { RfcErrorEnum, RfcKindEnum, RfcWarningEnum } from './rfc-words.ts';

export const CheckDigitType = builder.objectRef<CheckDigit>('CheckDigit').implement({
  description: 'The last sign, which is computed from all before it. v4 `check_digit`.',
  fields: (t) => ({
    expected: t.exposeString('expected', { description: 'As computed. v4 `expected`.' }),
    actual: t.exposeString('actual', { description: 'As it stands there. v4 `actual`.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether they are the same. v4 `ok`.' }),
  }),
});

const RfcCoherenceType = builder.objectRef<RfcCoherence>('RfcCoherence').implement({
  description:
    'Whether what else was sent fits the RFC; each null where it was not sent or does not apply. v4 `coherence`.',
  fields: (t) => ({
    namePrefix: t.exposeBoolean('namePrefix', {
      nullable: true,
      description: 'Whether the letters are those of the name. v4 `name_prefix`.',
    }),
    fullRfcMatch: t.exposeBoolean('fullRfcMatch', {
      nullable: true,
      description:
        'Whether the whole RFC is the one that name and date give by the official procedure. False proves nothing: of two with the same name and date one has another. v4 `full_rfc_match`.',
    }),
    dateMatch: t.exposeBoolean('dateMatch', {
      nullable: true,
      description: 'Whether the date is that of birth or constitution. v4 `date_match`.',
    }),
    curpDateMatch: t.exposeBoolean('curpDateMatch', {
      nullable: true,
      description: 'Whether the date is that of the CURP. v4 `curp_date_match`.',
    }),
  }),
});

export const RfcValidationType = builder.objectRef<RfcValidation>('RfcValidation').implement({
  description:
    'What the form of an RFC tells. The registry of the SAT was NOT consulted: a valid one need not exist. v4: `data` of the validation.',
  fields: (t) => ({
    rfc: t.exposeString('rfc', { description: 'As it was sent. v4 `rfc`.' }),
    normalized: t.exposeString('normalized', {
      description:
        'Capitals without blanks, `-`, `.` and `/`; nothing else is mended. v4 `normalized`.',
    }),
    valid: t.exposeBoolean('valid', {
      description:
        'Whether there are no errors. Says nothing of registration, nor of the lists of the SAT. v4 `valid`.',
    }),
    kind: t.expose('kind', {
      type: RfcKindEnum,
      nullable: true,
      description: 'Null for what has not the form of an RFC. v4 `tipo_per`.',
    }),
    date: t.expose('date', {
      type: 'Date',
      nullable: true,
      description: 'Of birth or constitution; null where none can be told. v4 `date`.',
    }),
    possibleDates: t.expose('possibleDates', {
      type: ['Date'],
      description: 'The days that are meant or may be, none of them to come. v4 `possible_dates`.',
    }),
    centuryAmbiguous: t.exposeBoolean('centuryAmbiguous', {
      description:
        'Whether there are two, and nothing that was sent settles it. v4 `century_ambiguous`.',
    }),
    checkDigit: t.expose('checkDigit', {
      type: CheckDigitType,
      nullable: true,
      description:
        'Null for the generic and the foreign RFC and for what has not the form of one. v4 `check_digit`.',
    }),
    forbiddenWord: t.exposeBoolean('forbiddenWord', {
      description: 'Whether the letters are a word that the SAT avoids. v4 `forbidden_word`.',
    }),
    errors: t.expose('errors', {
      type: [RfcErrorEnum],
      description: 'Why it is none. v4 `errors`.',
    }),
    warnings: t.expose('warnings', {
      type: [RfcWarningEnum],
      description: 'What is odd about it. v4 `warnings`.',
    }),
    coherence: t.expose('coherence', {
      type: RfcCoherenceType,
      description: 'Whether the rest of the input fits. v4 `coherence`.',
    }),
  }),
});

const ValidateRfcInput = builder.inputType('ValidateRfcInput', {
  description:
    'An RFC and what else is known of who has it; null and empty text mean that it is not known. Nothing of it is kept.',
  fields: (t) => ({
    rfc: t.string({ required: true, description: 'At most 64 characters. v4 `rfc`.' }),
    personType: t.field({
      type: PersonType,
      description: 'Whether it is a person or a legal entity. v4 `tipo_per`.',
    }),
    name: t.string({ description: 'Given names, or the name of a legal entity. v4 `nombre`.' }),
    paternalSurname: t.string({ description: 'The first surname. v4 `apellido_paterno`.' }),
    maternalSurname: t.string({ description: 'The second surname. v4 `apellido_materno`.' }),
    birthOrConstitutionDate: t.field({
      type: 'Date',
      description:
        'The day of birth or constitution. v4 `fecha_nacimiento` or `fecha_constitucion`.',
    }),
    curp: t.string({ description: 'Looked at for a natural person. v4 `curp`.' }),
    strict: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Makes a wrong check digit an error; the SAT itself has given out some. v4 `strict`.',
    }),
  }),
});

builder.queryFields((t) => ({
  validateRfc: t.field({
    type: RfcValidationType,
    description:
      'Looks at the form of an RFC; the registry of the SAT is not consulted. One that is wrong is an answer and no error. v4: POST /api/v4/rfc/validate.',
    args: {
      input: t.arg({
        type: ValidateRfcInput,
        required: true,
        description: 'The RFC, and what it is held against.',
        validate: { schema: checksOf(validateRfcInput) },
      }),
    },
    resolve: (_root, { input }, ctx) => validateRfc(ctx, input),
  }),
  validateRfcs: t.field({
    type: [RfcValidationType],
    description:
      'The same for each of at most 5000, in their order; one that may not be asked refuses all. v4: POST /api/v4/rfc/validate, once for each.',
    args: {
      inputs: t.arg({
        type: [ValidateRfcInput],
        required: true,
        description: 'The RFCs, at most 5000, each with what it is held against.',
      }),
    },
    complexity: ({ inputs }) => namedListCost(inputs, RFCS_MAX),
    validate: { schema: checksOf(validateRfcsInput) },
    resolve: (_root, args, ctx) => validateRfcs(ctx, args),
  }),
}));
