import { BANDS, type Band } from '../../domain/screening/parties/bands.ts';
import {
  SCREENING_OUTCOMES,
  SCREENING_TRIGGERS,
  type ScreeningOutcome,
  type ScreeningTrigger,
} from '../../domain/screening/screening.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';

const OUTCOMES: Readonly<Record<ScreeningOutcome, string>> = {
  clear: 'No match. Every list was loaded and the subject was compared with it in full.',
  possible: 'Matches below the threshold only.',
  alert: 'At least one match at or above the threshold, or with an equal identifier.',
  incomplete:
    'No match, but a list was not loaded, or the subject was not compared with it in full. The subject is not cleared.',
};

const TRIGGERS: Readonly<Record<ScreeningTrigger, string>> = {
  asked: 'Request of a caller.',
  upserted: 'Creation or change of the participant.',
  lists: 'New or changed list.',
};

const BAND_DESCRIPTIONS: Readonly<Record<Band, string>> = {
  identifier_exact: 'Equal RFC, CURP, or passport of the same country.',
  rfc10_plus_name: 'Equal RFC without homoclave, and a name that is a possible match.',
  name_plus_dob: 'Matching name and agreeing birth date.',
  name_exact_no_dob: 'Name of the same words.',
  name_fuzzy: 'Similar name.',
  name_contradicted: 'Match of a stronger band, lowered because too many facts contradict it.',
};

export const ScreeningOutcomeEnum = builder.enumType('ScreeningOutcome', {
  description: 'Outcome of a screening.',
  values: Object.fromEntries(
    SCREENING_OUTCOMES.map((value) => [enumWord(value), { value, description: OUTCOMES[value] }]),
  ),
});

export const ScreeningTriggerEnum = builder.enumType('ScreeningTrigger', {
  description: 'Trigger of a screening.',
  values: Object.fromEntries(
    SCREENING_TRIGGERS.map((value) => [enumWord(value), { value, description: TRIGGERS[value] }]),
  ),
});

export const MatchBand = builder.enumType('MatchBand', {
  description: 'Strength of a match, strongest first.',
  values: Object.fromEntries(
    BANDS.map((value) => [enumWord(value), { value, description: BAND_DESCRIPTIONS[value] }]),
  ),
});

export const ScreenedPartyType = builder.enumType('ScreenedPartyType', {
  description: 'Party type that a screening subject is compared as. v4: `tipo_per`.',
  values: {
    NATURAL_PERSON: {
      value: 'natural',
      description: 'Natural person (persona física). v4: `FIS`.',
    },
    LEGAL_ENTITY: { value: 'legal', description: 'Legal entity (persona moral). v4: `MOR`.' },
    UNKNOWN: { value: 'unknown', description: 'Type not stated.' },
  } as const,
});

export const MatchVerdict = builder.enumType('MatchVerdict', {
  description: 'Result of the review of a match. v4: `resolution`.',
  values: {
    FALSE_POSITIVE: {
      value: 'false_positive',
      description: 'Match concerns another person. v4: `FALSE_POSITIVE`.',
    },
    TRUE_MATCH: {
      value: 'true_match',
      description: 'Match concerns this person. v4: `TRUE_MATCH`.',
    },
  } as const,
});

export const MatchReason = builder.enumType('MatchReason', {
  description:
    'Reason for a decision on a match. A true match takes SAME_PERSON or OTHER, a false positive any but SAME_PERSON. v4: `reason`.',
  values: {
    DIFFERENT_BIRTH_DATE: {
      value: 'different_birth_date',
      description: 'Birth dates differ. v4: `different_birth_date`.',
    },
    DIFFERENT_IDENTIFIER: {
      value: 'different_identifier',
      description: 'RFC, CURP or another identifier differs. v4: `different_identifier`.',
    },
    DIFFERENT_NAME: {
      value: 'different_name',
      description: 'Names differ on close inspection. v4: `different_name`.',
    },
    DIFFERENT_COUNTRY: {
      value: 'different_country',
      description: 'Countries differ. v4: `different_country`.',
    },
    HOMONYM: {
      value: 'homonym',
      description: 'Different persons with the same name. v4: `homonym`.',
    },
    SAME_PERSON: {
      value: 'same_person',
      description: 'Participant and entry are the same person. v4: `same_person`.',
    },
    OTHER: {
      value: 'other',
      description: 'Reason stated in the note, which is required. v4: `other`.',
    },
  } as const,
});
