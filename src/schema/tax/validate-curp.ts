import type { CurpValidation } from '../../domain/tax/validate-curp.ts';
import { validateCurpInput } from '../../resolvers/tax/inputs.ts';
import { validateCurp } from '../../resolvers/tax/validate-curp.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { CheckDigitType } from './validate-rfc.ts';

const Sex = builder.enumType('Sex', {
  description: 'As a CURP tells it.',
  values: {
    FEMALE: { value: 'female', description: 'M in a CURP.' },
    MALE: { value: 'male', description: 'H in a CURP.' },
    NON_BINARY: { value: 'non_binary', description: 'X in a CURP.' },
  } as const,
});

const CurpErrorEnum = builder.enumType('CurpError', {
  description: 'Why it is no CURP.',
  values: {
    FORMAT: { value: 'format', description: 'Not built like one.' },
    DATE: { value: 'date', description: 'No day of the calendar, or one to come.' },
    CHECK_DIGIT: {
      value: 'check_digit',
      description: 'Where `strict` is asked for; a warning otherwise.',
    },
  } as const,
});

const CurpWarningEnum = builder.enumType('CurpWarning', {
  description: 'What is odd about a CURP that may still be one.',
  values: { CHECK_DIGIT: { value: 'check_digit', description: 'It is another.' } } as const,
});

const CurpValidationType = builder.objectRef<CurpValidation>('CurpValidation').implement({
  description:
    'What the form of a CURP tells. RENAPO, who keeps the registry, was NOT consulted: a valid one need not exist.',
  fields: (t) => ({
    curp: t.exposeString('curp', { description: 'As it was sent.' }),
    normalized: t.exposeString('normalized', {
      description: 'Capitals without blanks and separators; nothing else is mended.',
    }),
    valid: t.exposeBoolean('valid', { description: 'Whether there are no errors.' }),
    birthDate: t.expose('birthDate', {
      type: 'Date',
      nullable: true,
      description: 'The day of birth; null where none can be read.',
    }),
    sex: t.expose('sex', {
      type: Sex,
      nullable: true,
      description: 'The sex of the person; null where none can be read.',
    }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'Where the person was born: two letters, NE for abroad.',
    }),
    checkDigit: t.expose('checkDigit', {
      type: CheckDigitType,
      nullable: true,
      description: 'Null for what has not the form of a CURP.',
    }),
    errors: t.expose('errors', {
      type: [CurpErrorEnum],
      description: 'Why it is no CURP; empty where it is valid.',
    }),
    warnings: t.expose('warnings', {
      type: [CurpWarningEnum],
      description: 'What is odd about it.',
    }),
  }),
});

const ValidateCurpInput = builder.inputType('ValidateCurpInput', {
  description: 'A CURP. Nothing of it is kept.',
  fields: (t) => ({
    curp: t.string({ required: true, description: 'At most 64 characters.' }),
    strict: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Makes a wrong check digit an error.',
    }),
  }),
});

builder.queryField('validateCurp', (t) =>
  t.field({
    type: CurpValidationType,
    description:
      'Looks at the form of a CURP; no registry is consulted. One that is wrong is an answer and no error.',
    args: {
      input: t.arg({
        type: ValidateCurpInput,
        required: true,
        description: 'The CURP.',
        validate: { schema: checksOf(validateCurpInput) },
      }),
    },
    resolve: (_root, { input }, ctx) => validateCurp(ctx, input),
  }),
);
