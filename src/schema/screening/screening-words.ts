import { BANDS, type Band } from '../../domain/screening/bands.ts';
import {
  SCREENING_OUTCOMES,
  SCREENING_TRIGGERS,
  type ScreeningOutcome,
  type ScreeningTrigger,
} from '../../domain/screening/screening.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';

const OUTCOMES: Readonly<Record<ScreeningOutcome, string>> = {
  clear: 'Nothing was found, and everything was compared with every list.',
  possible: 'Only matches below the threshold.',
  alert: 'A match at or over the threshold, or by an identifier.',
  incomplete:
    'Nothing was found, but a list is not loaded, or not all could be compared with it: nobody is clear by that.',
};

const TRIGGERS: Readonly<Record<ScreeningTrigger, string>> = {
  asked: 'A caller asked.',
  upserted: 'The participant was new or changed.',
  lists: 'A list was new or changed.',
};

const BAND_DESCRIPTIONS: Readonly<Record<Band, string>> = {
  identifier_exact: 'The same RFC, CURP, or passport of the same country.',
  rfc10_plus_name:
    'The same RFC as far as one without homoclave goes, and a name that is possible.',
  name_plus_dob: 'The name, and the same birth.',
  name_exact_no_dob: 'The same words.',
  name_fuzzy: 'A name that is alike.',
  name_contradicted: 'One of these, and too much speaks against it.',
};

export const ScreeningOutcomeEnum = builder.enumType('ScreeningOutcome', {
  description: 'What came of looking for somebody.',
  values: Object.fromEntries(
    SCREENING_OUTCOMES.map((value) => [enumWord(value), { value, description: OUTCOMES[value] }]),
  ),
});

export const ScreeningTriggerEnum = builder.enumType('ScreeningTrigger', {
  description: 'Why somebody was looked for.',
  values: Object.fromEntries(
    SCREENING_TRIGGERS.map((value) => [enumWord(value), { value, description: TRIGGERS[value] }]),
  ),
});

export const MatchBand = builder.enumType('MatchBand', {
  description: 'How strong a match is, the strongest first.',
  values: Object.fromEntries(
    BANDS.map((value) => [enumWord(value), { value, description: BAND_DESCRIPTIONS[value] }]),
  ),
});

export const ScreenedPartyType = builder.enumType('ScreenedPartyType', {
  description: 'What somebody was taken for. v4 `tipo_per`.',
  values: {
    NATURAL_PERSON: { value: 'natural', description: 'A natural person. v4 `FIS`.' },
    LEGAL_ENTITY: { value: 'legal', description: 'A legal entity. v4 `MOR`.' },
    UNKNOWN: { value: 'unknown', description: 'Nobody said.' },
  } as const,
});
