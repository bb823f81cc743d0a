import { BANDS, type Band } from '../../domain/screening/parties/bands.ts';
import {
  SCREENING_OUTCOMES,
  SCREENING_TRIGGERS,
  type ScreeningOutcome,
  type ScreeningTrigger,
} from '../../domain/screening/screening.ts';
import { builder } from '../base/builder.ts';
import { toEnumValue } from '../base/enum-value.ts';

const OUTCOMES: Readonly<Record<ScreeningOutcome, string>> = {
  clear: 'No match was found. Every list was loaded, and the subject was fully compared with it.',
  possible: 'Only matches below the threshold were found.',
  alert: 'At least one match reaches the threshold or has an equal identifier.',
  incomplete:
    'No match was found, but a list was not loaded, or the subject was not fully compared with it. The subject is not cleared.',
};

const TRIGGERS: Readonly<Record<ScreeningTrigger, string>> = {
  asked: 'Caller requested the screening.',
  upserted: 'Gateway screened automatically because the participant was created or has changed.',
  lists: 'Gateway screened automatically because a list was loaded or has changed.',
};

const BAND_DESCRIPTIONS: Readonly<Record<Band, string>> = {
  identifier_exact: 'RFC or CURP is equal, or the passport number of the same country.',
  rfc10_plus_name: 'RFC without homoclave is equal, and the names are similar.',
  name_plus_dob: 'Names match and birth dates agree.',
  name_exact_no_dob: 'Names consist of the same words. No equal birth date supports the match.',
  name_fuzzy: 'Names are similar. No equal birth date supports the match.',
  name_contradicted:
    'Match belongs to a stronger band by its evidence, but too many facts contradict it.',
};

export const ScreeningOutcomeEnum = builder.enumType('ScreeningOutcome', {
  description: 'Outcome of a screening.',
  values: Object.fromEntries(
    SCREENING_OUTCOMES.map((value) => [
      toEnumValue(value),
      { value, description: OUTCOMES[value] },
    ]),
  ),
});

export const ScreeningTriggerEnum = builder.enumType('ScreeningTrigger', {
  description: 'Cause of a screening.',
  values: Object.fromEntries(
    SCREENING_TRIGGERS.map((value) => [
      toEnumValue(value),
      { value, description: TRIGGERS[value] },
    ]),
  ),
});

export const MatchBand = builder.enumType('MatchBand', {
  description:
    'Kind of evidence that a match rests on. From strongest to weakest: IDENTIFIER_EXACT, RFC10_PLUS_NAME, NAME_PLUS_DOB, NAME_EXACT_NO_DOB, NAME_FUZZY, NAME_CONTRADICTED.',
  values: Object.fromEntries(
    BANDS.map((value) => [toEnumValue(value), { value, description: BAND_DESCRIPTIONS[value] }]),
  ),
});

export const ScreenedPartyType = builder.enumType('ScreenedPartyType', {
  description: 'Kind of party that a screening subject is compared as. v4: `tipo_per`.',
  values: {
    NATURAL_PERSON: {
      value: 'natural',
      description: 'Natural person (persona física). v4: `FIS`.',
    },
    LEGAL_ENTITY: { value: 'legal', description: 'Legal entity (persona moral). v4: `MOR`.' },
    UNKNOWN: {
      value: 'unknown',
      description:
        'Kind of party is not known: the subject is compared as a natural person and as a legal entity.',
    },
  } as const,
});

export const MatchVerdict = builder.enumType('MatchVerdict', {
  description: 'Decision on a match. v4: `resolution`.',
  values: {
    FALSE_POSITIVE: {
      value: 'false_positive',
      description: 'List entry concerns another person than the participant. v4: `FALSE_POSITIVE`.',
    },
    TRUE_MATCH: {
      value: 'true_match',
      description: 'List entry concerns the participant. v4: `TRUE_MATCH`.',
    },
  } as const,
});

export const MatchReason = builder.enumType('MatchReason', {
  description:
    'Reason for a decision on a match. The verdict TRUE_MATCH accepts SAME_PERSON and OTHER; FALSE_POSITIVE accepts all reasons except SAME_PERSON. v4: `reason`.',
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
      description: 'Names differ when compared in detail. v4: `different_name`.',
    },
    DIFFERENT_COUNTRY: {
      value: 'different_country',
      description: 'Countries differ. v4: `different_country`.',
    },
    HOMONYM: {
      value: 'homonym',
      description: 'Participant and entry are different persons with the same name. v4: `homonym`.',
    },
    SAME_PERSON: {
      value: 'same_person',
      description: 'Participant and entry are the same person. v4: `same_person`.',
    },
    OTHER: {
      value: 'other',
      description: 'Another reason, which the required note states. v4: `other`.',
    },
  } as const,
});
