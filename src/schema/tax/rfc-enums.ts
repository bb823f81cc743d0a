import { builder } from '../base/builder.ts';

export const RfcKindEnum = builder.enumType('RfcKind', {
  description: 'Kind of an RFC. v4: `tipo_per`.',
  values: {
    NATURAL_PERSON: {
      value: 'natural',
      description: 'RFC of a natural person (persona física). v4: `FIS`.',
    },
    LEGAL_ENTITY: {
      value: 'legal',
      description: 'RFC of a legal entity (persona moral). v4: `MOR`.',
    },
    GENERIC: {
      value: 'generic',
      description: 'Generic RFC XAXX010101000, for taxpayers without an RFC. v4: `GENERIC`.',
    },
    FOREIGN: {
      value: 'foreign',
      description: 'Generic RFC XEXX010101000, for foreign residents. v4: `FOREIGN`.',
    },
  } as const,
});

export const RfcErrorEnum = builder.enumType('RfcError', {
  description: 'Reason why a text is not a valid RFC.',
  values: {
    FORMAT: {
      value: 'format',
      description: 'Text does not have the format of an RFC. v4: `format`.',
    },
    DATE: { value: 'date', description: 'Date does not exist in the calendar. v4: `date`.' },
    CHECK_DIGIT: {
      value: 'check_digit',
      description:
        'Check digit differs from the computed one. Reported as an error only when `ValidateRfcInput.strict` is true, otherwise as a warning. v4: `check_digit`.',
    },
  } as const,
});

export const RfcWarningEnum = builder.enumType('RfcWarning', {
  description: 'Anomaly of an RFC that does not make it invalid.',
  values: {
    CHECK_DIGIT: {
      value: 'check_digit',
      description: 'Check digit differs from the computed one. v4: `check_digit`.',
    },
    FORBIDDEN_WORD: {
      value: 'forbidden_word',
      description:
        'Letters form an inconvenient word (palabra inconveniente), in which the SAT replaces one letter with X. v4: `forbidden_word`.',
    },
    SECOND_LETTER: {
      value: 'second_letter',
      description:
        'Second letter is neither a vowel nor X. Such a letter occurs only in RFCs of persons with short surnames. v4: `second_letter`.',
    },
    PERSON_TYPE: {
      value: 'person_type',
      description: 'Kind of the RFC differs from `personType` of the input. v4: `person_type`.',
    },
    NAME: {
      value: 'name',
      description:
        'Letters of the RFC differ from those derived from the name in the input. v4: `name`.',
    },
    DATE: {
      value: 'date',
      description:
        'Date in the RFC differs from `birthOrConstitutionDate` of the input. v4: `date`.',
    },
    CURP: { value: 'curp', description: 'CURP in the input is invalid. v4: `curp`.' },
    CURP_DATE: {
      value: 'curp_date',
      description:
        'Date in the RFC differs from the birth date in the CURP of the input. v4: `curp_date`.',
    },
  } as const,
});
