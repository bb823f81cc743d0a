import { UNREAD_REASONS } from '../../domain/socioeconomic/content.ts';
import {
  FIGURE_INPUTS,
  FIGURE_KEYS,
  FIGURE_KINDS,
  type FigureInputKey,
  type FigureKey,
  GAP_REASONS,
} from '../../domain/socioeconomic/figures/figure.ts';
import type { MissingReason } from '../../domain/socioeconomic/report.ts';
import { SECTION_KEYS, type SectionKey } from '../../domain/socioeconomic/template/section-keys.ts';
import {
  SOURCE_KINDS,
  type SourceKind,
  VALUE_KINDS,
  type ValueKind,
} from '../../domain/socioeconomic/value.ts';
import { builder } from '../base/builder.ts';
import { toEnumValue } from '../base/enum-value.ts';

type Values<Word> = Record<string, { value: Word; description: string }>;

/** Returns the values of an enum whose v4 counterparts are the same words in lower case. */
function createV4Values<Word extends string>(
  words: readonly Word[],
  descriptions: Readonly<Record<Word, string>>,
): Values<Word> {
  return createValues(words, (word) => `${descriptions[word]} v4: \`${word}\`.`);
}

/**
 * Returns the values of an enum that occurs only in the content of a report. Their descriptions name no v4 counterpart.
 */
function createInnerValues<Word extends string>(
  words: readonly Word[],
  descriptions: Readonly<Record<Word, string>>,
): Values<Word> {
  return createValues(words, (word) => `${descriptions[word]}`);
}

function createValues<Word extends string>(
  words: readonly Word[],
  describe: (word: Word) => string,
): Values<Word> {
  return Object.fromEntries(
    words.map((word) => [toEnumValue(word), { value: word, description: describe(word) }]),
  );
}

export const ReportStatusEnum = builder.enumType('ReportStatus', {
  description: 'Status of a socioeconomic report. v4: `status`.',
  values: {
    DRAFT: {
      value: 'draft',
      description: 'Report can be changed, and is not signed. v4: `DRAFT`.',
    },
    FINAL: {
      value: 'final',
      description: 'Report is signed and can no longer be changed. v4: `FINAL`.',
    },
  } as const,
});

export const ConsentPurposeEnum = builder.enumType('ConsentPurpose', {
  description: 'Purpose of a consent.',
  values: {
    SOCIOECONOMIC_REPORT: {
      value: 'socioeconomic_report',
      description: 'Generation of a socioeconomic report on the person.',
    },
  } as const,
});

export const PageFormatEnum = builder.enumType('PageFormat', {
  description: 'Page format of a PDF.',
  values: {
    LETTER: { value: 'letter', description: 'US letter, the usual format in Mexico.' },
    A4: { value: 'a4', description: 'A4 of ISO 216, the usual format in most countries.' },
  } as const,
});

const SECTIONS: Readonly<Record<SectionKey, string>> = {
  general: 'Identity of the person.',
  documents: 'Documents of the person that were inspected.',
  home: 'Address of the person, and how long the person has lived there.',
  family: 'Members of the household, with their contribution to the income.',
  education: 'Schools and degrees of the person.',
  health: 'Health and medical care of the person.',
  housing: 'Housing conditions of the home.',
  finances: 'Income, expenses, debts and assets of the household.',
  work: 'Employment history of the person.',
  references: 'Personal references of the person.',
  background: 'Background check: results of screenings of the person against lists.',
  visit: 'Observations from the visit to the home.',
  conclusion: 'Conclusion of the author of the report.',
  consent: 'Consent of the person to the report.',
};
export const SectionKeyEnum = builder.enumType('SocioeconomicSectionKey', {
  description:
    'Section of a socioeconomic report. In reading order: GENERAL, DOCUMENTS, HOME, FAMILY, EDUCATION, HEALTH, HOUSING, FINANCES, WORK, REFERENCES, BACKGROUND, VISIT, CONCLUSION, CONSENT. v4: elements of `sections`.',
  values: createV4Values(SECTION_KEYS, SECTIONS),
});

const KINDS: Readonly<Record<ValueKind, string>> = {
  text: 'Text without a fixed format.',
  money: 'Amount in centavos of the Mexican peso.',
  count: 'Whole number.',
  date: 'Calendar date.',
  yes_no: 'Boolean: true for yes, false for no.',
  choice: 'Option of the field, selected by its key.',
};
export const ValueKindEnum = builder.enumType('SocioeconomicValueKind', {
  description: 'Kind of a value. v4: `kind`.',
  values: createInnerValues(VALUE_KINDS, KINDS),
});

const SOURCES: Readonly<Record<SourceKind, string>> = {
  answer: 'Answer of a user to a questionnaire.',
  participant: 'Stored data of the participant.',
  extraction: 'Extraction of a document, or one of its fields.',
  screening: 'Result of a screening.',
  typed: 'Value that a user typed with updateSocioeconomicSection.',
};
export const SourceKindEnum = builder.enumType('SocioeconomicSourceKind', {
  description: 'Kind of the source of a value. v4: `kind`.',
  values: createInnerValues(SOURCE_KINDS, SOURCES),
});

const MISSING_REASONS = ['no_information', ...UNREAD_REASONS] as const;
const REASONS: Readonly<Record<MissingReason, string>> = {
  no_information: 'No source states a value.',
  ambiguous: 'Answer has two possible meanings: 25.000 is 25 or 25,000.',
  not_a_number: 'Answer is not a number.',
  negative: 'Answer is a negative number.',
  too_large: 'Answer is a number above the maximum.',
  too_long: 'Answer has more characters than the maximum.',
  not_a_date: 'Answer is not a date.',
  not_a_choice: 'Answer is not one of the options of the field.',
  conflicting: 'Answers to the same question differ.',
};
export const MissingPartReasonEnum = builder.enumType('SocioeconomicMissingReason', {
  description: 'Reason why a part of a report has no value. v4: `reason`.',
  values: createInnerValues(MISSING_REASONS, REASONS),
});

const FIGURES: Readonly<Record<FigureKey, string>> = {
  total_income: 'Total monthly income.',
  total_expenses: 'Total monthly expenses.',
  balance: 'Total monthly income minus total monthly expenses.',
  savings_rate: 'Balance as a fraction of total income.',
  debt_service: 'Monthly debt payments as a fraction of total income.',
  dependants_per_earner: 'Number of dependants for each earner.',
  overcrowding: 'Number of residents for each room.',
};
export const FigureKeyEnum = builder.enumType('SocioeconomicFigureKey', {
  description: 'Key of a figure. v4: `key`.',
  values: createV4Values(FIGURE_KEYS, FIGURES),
});

export const FigureKindEnum = builder.enumType('SocioeconomicFigureKind', {
  description: 'Kind of a figure, which determines the unit of its value. v4: `kind`.',
  values: createV4Values(FIGURE_KINDS, {
    money: 'Centavos of the Mexican peso.',
    percent: 'Hundredths of a percent: 3193 is 31.93 %.',
    ratio: 'Ratio in hundredths: 250 is 2.5.',
  }),
});

const INPUTS: Readonly<Record<FigureInputKey, string>> = {
  incomes: 'Sum of the monthly incomes of the household.',
  expenses: 'Sum of the monthly expenses of the household.',
  debt_payments: 'Sum of the monthly payments on debts.',
  total_income: 'Total monthly income.',
  total_expenses: 'Total monthly expenses.',
  balance: 'Total monthly income minus total monthly expenses.',
  dependants: 'Number of members of the household who do not contribute income.',
  earners: 'Number of members of the household who contribute income.',
  residents: 'Number of residents of the dwelling.',
  rooms:
    'Number of rooms of the dwelling, including the kitchen, excluding corridors and bathrooms.',
};
export const FigureInputKeyEnum = builder.enumType('SocioeconomicFigureInputKey', {
  description: 'Key of an input of a figure. v4: `key`.',
  values: createInnerValues(FIGURE_INPUTS, INPUTS),
});

export const FigureGapReasonEnum = builder.enumType('SocioeconomicFigureGapReason', {
  description: 'Reason why an input of a figure is missing, incomplete or unusable. v4: `reason`.',
  values: createInnerValues(GAP_REASONS, {
    not_given: 'Report has no value for the input.',
    incomplete: 'Input is a sum, and one of its amounts is unknown.',
    zero: 'Input is a divisor and is zero.',
    too_small: 'Input is a divisor so small that the quotient exceeds the largest safe integer.',
  }),
});
