import { builder } from '../base/builder.ts';

export const RfcKindEnum = builder.enumType('RfcKind', {
  description: 'Whose RFC it is. v4 `tipo_per`.',
  values: {
    NATURAL_PERSON: { value: 'natural', description: 'Of a natural person. v4 `FIS`.' },
    LEGAL_ENTITY: { value: 'legal', description: 'Of a legal entity. v4 `MOR`.' },
    GENERIC: { value: 'generic', description: 'XAXX010101000, of whoever has none. v4 `GENERIC`.' },
    FOREIGN: {
      value: 'foreign',
      description: 'XEXX010101000, of whoever lives abroad. v4 `FOREIGN`.',
    },
  } as const,
});

export const RfcErrorEnum = builder.enumType('RfcError', {
  description: 'Why it is no RFC.',
  values: {
    FORMAT: { value: 'format', description: 'Not built like one. v4 `format`.' },
    DATE: { value: 'date', description: 'No day of the calendar. v4 `date`.' },
    CHECK_DIGIT: {
      value: 'check_digit',
      description: 'Where `strict` is asked for; a warning otherwise. v4 `check_digit`.',
    },
  } as const,
});

export const RfcWarningEnum = builder.enumType('RfcWarning', {
  description: 'What is odd about an RFC that may still be one.',
  values: {
    CHECK_DIGIT: { value: 'check_digit', description: 'It is another. v4 `check_digit`.' },
    FORBIDDEN_WORD: {
      value: 'forbidden_word',
      description: 'The SAT would have put an X. v4 `forbidden_word`.',
    },
    SECOND_LETTER: {
      value: 'second_letter',
      description: 'Neither vowel nor X, which only short surnames give. v4 `second_letter`.',
    },
    PERSON_TYPE: {
      value: 'person_type',
      description: 'Of the other type than was sent. v4 `person_type`.',
    },
    NAME: { value: 'name', description: 'The letters are not of that name. v4 `name`.' },
    DATE: { value: 'date', description: 'Another date than was sent. v4 `date`.' },
    CURP: { value: 'curp', description: 'What was sent is no CURP. v4 `curp`.' },
    CURP_DATE: { value: 'curp_date', description: 'Another date than the CURP’s. v4 `curp_date`.' },
  } as const,
});
