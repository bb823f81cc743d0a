import type { CurpValidation } from '../../domain/tax/validate-curp.ts';
import { validateCurpInput } from '../../resolvers/tax/inputs.ts';
import { validateCurp } from '../../resolvers/tax/validate-curp.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { CheckDigitType } from './validate-rfc.ts';

const Sex = builder.enumType('Sex', {
  description: 'Sex of a person, as encoded in a CURP.',
  values: {
    FEMALE: { value: 'female', description: 'Female (mujer): M in a CURP.' },
    MALE: { value: 'male', description: 'Male (hombre): H in a CURP.' },
    NON_BINARY: { value: 'non_binary', description: 'Non-binary: X in a CURP.' },
  } as const,
});

const CurpErrorEnum = builder.enumType('CurpError', {
  description: 'Reason why a text is not a valid CURP.',
  values: {
    FORMAT: { value: 'format', description: 'Text does not have the format of a CURP.' },
    DATE: {
      value: 'date',
      description: 'Birth date does not exist in the calendar, or is in the future.',
    },
    CHECK_DIGIT: {
      value: 'check_digit',
      description:
        'Check digit differs from the computed one. Reported as an error only when `ValidateCurpInput.strict` is true, otherwise as a warning.',
    },
  } as const,
});

const CurpWarningEnum = builder.enumType('CurpWarning', {
  description: 'Anomaly of a CURP that does not make it invalid.',
  values: {
    CHECK_DIGIT: {
      value: 'check_digit',
      description: 'Check digit differs from the computed one.',
    },
  } as const,
});

const CurpValidationType = builder.objectRef<CurpValidation>('CurpValidation').implement({
  description:
    'Result of validating the format of a CURP. The population register (RENAPO) is NOT consulted: a valid CURP is not necessarily assigned to a person.',
  fields: (t) => ({
    curp: t.exposeString('curp', { description: 'CURP as the client sent it.' }),
    normalized: t.exposeString('normalized', {
      description:
        'CURP in capital letters, without whitespace and separators. Other characters are not corrected.',
    }),
    valid: t.exposeBoolean('valid', {
      description: 'True when there are no errors. Warnings do not make a CURP invalid.',
    }),
    birthDate: t.expose('birthDate', {
      type: 'Date',
      nullable: true,
      description: 'Birth date encoded in the CURP. Null when it cannot be read.',
    }),
    sex: t.expose('sex', {
      type: Sex,
      nullable: true,
      description: 'Sex encoded in the CURP. Null when it cannot be read.',
    }),
    state: t.exposeString('state', {
      nullable: true,
      description:
        'Two-letter code of the state of birth, as RENAPO assigns it, for example DF; NE for a birth abroad. Null when it cannot be read.',
    }),
    checkDigit: t.expose('checkDigit', {
      type: CheckDigitType,
      nullable: true,
      description:
        'Check digit of the CURP. Null when the text does not have the format of a CURP.',
    }),
    errors: t.expose('errors', {
      type: [CurpErrorEnum],
      description: 'Reasons why the text is not a valid CURP. Empty when it is valid.',
    }),
    warnings: t.expose('warnings', {
      type: [CurpWarningEnum],
      description: 'Anomalies of the CURP that do not make it invalid.',
    }),
  }),
});

const ValidateCurpInput = builder.inputType('ValidateCurpInput', {
  description: 'CURP to validate. The input is not stored.',
  fields: (t) => ({
    curp: t.string({ required: true, description: 'Text to validate, at most 64 characters.' }),
    strict: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'True to report a wrong check digit as an error. When false, it is reported as a warning.',
    }),
  }),
});

builder.queryField('validateCurp', (t) =>
  t.field({
    type: CurpValidationType,
    description:
      'Result of validating the format of a CURP, without consulting the population register. An invalid CURP is a result, not an error. Requires scope `tax:validate`.',
    args: {
      input: t.arg({
        type: ValidateCurpInput,
        required: true,
        description: 'CURP to validate.',
        validate: { schema: createChecks(validateCurpInput) },
      }),
    },
    resolve: (_root, { input }, ctx) => validateCurp(ctx, input),
  }),
);
