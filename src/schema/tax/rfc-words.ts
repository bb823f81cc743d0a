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
    FORMAT: { value: 'format', description: 'Text without the format of an RFC. v4: `format`.' },
    DATE: { value: 'date', description: 'Date that does not exist in the calendar. v4: `date`.' },
    CHECK_DIGIT: {
      value: 'check_digit',
      description:
        'Check digit that differs from the computed one. An error only with `strict`, a warning otherwise. v4: `check_digit`.',
    },
  } as const,
});

export const RfcWarningEnum = builder.enumType('RfcWarning', {
  description: 'Anomaly of an RFC that may still be valid.',
  values: {
    CHECK_DIGIT: {
      value: 'check_digit',
      description: 'Check digit that differs from the computed one. v4: `check_digit`.',
    },
    FORBIDDEN_WORD: {
      value: 'forbidden_word',
      description:
        'Letters that form an inconvenient word, in which the SAT replaces a letter with X. v4: `forbidden_word`.',
    },
    SECOND_LETTER: {
      value: 'second_letter',
      description:
        'Second letter that is neither a vowel nor X, which occurs only with short surnames. v4: `second_letter`.',
    },
    PERSON_TYPE: {
      value: 'person_type',
      description: 'Kind of RFC that differs from the given type of person. v4: `person_type`.',
    },
    NAME: {
      value: 'name',
      description: 'Letters that differ from the letters of the given name. v4: `name`.',
    },
    DATE: { value: 'date', description: 'Date that differs from the given date. v4: `date`.' },
    CURP: { value: 'curp', description: 'Invalid CURP in the input. v4: `curp`.' },
    CURP_DATE: {
      value: 'curp_date',
      description: 'Date that differs from the birth date in the CURP. v4: `curp_date`.',
    },
  } as const,
});
