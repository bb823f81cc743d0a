import { UNREAD_REASONS } from '../../domain/socioeconomic/content.ts';
import {
  FIGURE_INPUTS,
  FIGURE_KEYS,
  FIGURE_KINDS,
  type FigureInputKey,
  type FigureKey,
  GAP_REASONS,
} from '../../domain/socioeconomic/figure.ts';
import type { MissingReason } from '../../domain/socioeconomic/report.ts';
import { SECTION_KEYS, type SectionKey } from '../../domain/socioeconomic/section-keys.ts';
import {
  SOURCE_KINDS,
  type SourceKind,
  VALUE_KINDS,
  type ValueKind,
} from '../../domain/socioeconomic/value.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';

type Values<Word> = Record<string, { value: Word; description: string }>;

/** The words of v4 are the same in small letters. */
function valuesOf<Word extends string>(
  words: readonly Word[],
  descriptions: Readonly<Record<Word, string>>,
): Values<Word> {
  return describe(words, (word) => `${descriptions[word]} v4 \`${word}\`.`);
}

/** Of what stands within a report only. */
function innerValuesOf<Word extends string>(
  words: readonly Word[],
  descriptions: Readonly<Record<Word, string>>,
): Values<Word> {
  return describe(words, (word) => `${descriptions[word]}`);
}

function describe<Word extends string>(
  words: readonly Word[],
  sentenceOf: (word: Word) => string,
): Values<Word> {
  return Object.fromEntries(
    words.map((word) => [enumWord(word), { value: word, description: sentenceOf(word) }]),
  );
}

export const ReportStatusEnum = builder.enumType('ReportStatus', {
  description: 'Where a report stands. v4 `status`.',
  values: {
    DRAFT: { value: 'draft', description: 'It may be written. v4 `DRAFT`.' },
    FINAL: { value: 'final', description: 'It never changes, and is signed. v4 `FINAL`.' },
  } as const,
});

export const ConsentPurposeEnum = builder.enumType('ConsentPurpose', {
  description: 'What somebody agrees to.',
  values: {
    SOCIOECONOMIC_REPORT: {
      value: 'socioeconomic_report',
      description: 'That a report is made on how they live.',
    },
  } as const,
});

export const PageFormatEnum = builder.enumType('PageFormat', {
  description: 'What a report is printed on.',
  values: {
    LETTER: { value: 'letter', description: 'US letter, as in Mexico.' },
    A4: { value: 'a4', description: 'The A4 of ISO 216, as in most countries.' },
  } as const,
});

const SECTIONS: Readonly<Record<SectionKey, string>> = {
  general: 'Who it is.',
  documents: 'Documents that were looked at.',
  home: 'Where they live, and since when.',
  family: 'Who lives with them, and who earns.',
  education: 'What they learned, and where.',
  health: 'How healthy they are, and who treats them.',
  housing: 'What the home is like.',
  finances: 'What comes in, what goes out, debts and goods.',
  work: 'Where they worked.',
  references: 'Who can tell of them.',
  background: 'What screenings found in lists.',
  visit: 'What the visitor saw.',
  conclusion: 'What follows from it.',
  consent: 'What they agreed to.',
};
export const SectionKeyEnum = builder.enumType('SocioeconomicSectionKey', {
  description:
    'The parts of a report, in the order in which it is read. v4: elements of `sections`.',
  values: valuesOf(SECTION_KEYS, SECTIONS),
});

const KINDS: Readonly<Record<ValueKind, string>> = {
  text: 'Words of any kind.',
  money: 'An amount.',
  count: 'A whole number.',
  date: 'A day.',
  yes_no: 'Yes or no.',
  choice: 'One of the choices that the template gives.',
};
export const ValueKindEnum = builder.enumType('SocioeconomicValueKind', {
  description: 'What kind a value is of. v4 `kind`.',
  values: innerValuesOf(VALUE_KINDS, KINDS),
});

const SOURCES: Readonly<Record<SourceKind, string>> = {
  answer: 'An answer of a user to a questionnaire.',
  participant: 'What is stored of the participant.',
  extraction: 'What a document says.',
  screening: 'What a screening found.',
  typed: 'Somebody typed it.',
};
export const SourceKindEnum = builder.enumType('SocioeconomicSourceKind', {
  description: 'Where a value comes from. v4 `kind`.',
  values: innerValuesOf(SOURCE_KINDS, SOURCES),
});

const MISSING_REASONS = ['no_information', ...UNREAD_REASONS] as const;
const REASONS: Readonly<Record<MissingReason, string>> = {
  no_information: 'Nobody said it.',
  ambiguous: 'It may mean two things, as 25.000 does.',
  not_a_number: 'It is no number.',
  negative: 'It is less than nothing.',
  too_large: 'It is more than can be.',
  too_long: 'It is too long.',
  not_a_date: 'It is no day.',
  not_a_choice: 'It is none of the choices.',
  conflicting: 'Two answers to one question say different things.',
};
export const MissingPartReasonEnum = builder.enumType('SocioeconomicMissingReason', {
  description: 'Why something is not in a report. v4 `reason`.',
  values: innerValuesOf(MISSING_REASONS, REASONS),
});

const FIGURES: Readonly<Record<FigureKey, string>> = {
  total_income: 'All that comes in a month.',
  total_expenses: 'All that goes out a month.',
  balance: 'What is left of it.',
  savings_rate: 'What is left, of what comes in.',
  debt_service: 'What goes to debts, of what comes in.',
  dependants_per_earner: 'How many live on one who earns.',
  overcrowding: 'How many live in one room.',
};
export const FigureKeyEnum = builder.enumType('SocioeconomicFigureKey', {
  description: 'What was computed. v4 `key`.',
  values: valuesOf(FIGURE_KEYS, FIGURES),
});

export const FigureKindEnum = builder.enumType('SocioeconomicFigureKind', {
  description: 'The unit of a figure. v4 `kind`.',
  values: valuesOf(FIGURE_KINDS, {
    money: 'Centavos of a Mexican peso.',
    percent: 'Hundredths of a percent: 3193 is 31.93 %.',
    ratio: 'Hundredths of a number: 250 is 2.5.',
  }),
});

const INPUTS: Readonly<Record<FigureInputKey, string>> = {
  incomes: 'What comes in a month.',
  expenses: 'What goes out a month.',
  debt_payments: 'What is paid on debts a month.',
  total_income: 'All that comes in.',
  total_expenses: 'All that goes out.',
  balance: 'What is left.',
  dependants: 'Who lives on others.',
  earners: 'Who earns.',
  residents: 'Who lives there.',
  rooms: 'Rooms with the kitchen, without corridors and bathrooms.',
};
export const FigureInputKeyEnum = builder.enumType('SocioeconomicFigureInputKey', {
  description: 'What a figure was computed from. v4 `key`.',
  values: innerValuesOf(FIGURE_INPUTS, INPUTS),
});

export const FigureGapReasonEnum = builder.enumType('SocioeconomicFigureGapReason', {
  description: 'Why something lacks for a figure. v4 `reason`.',
  values: innerValuesOf(GAP_REASONS, {
    not_given: 'There is nothing of it.',
    incomplete: 'A part of it is not known.',
    zero: 'It is nothing, and cannot divide.',
    too_small: 'It is so little that no number holds what it would divide into.',
  }),
});
