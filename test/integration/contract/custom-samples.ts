import type { CustomSamples } from '../../support/probes/zod-rules.ts';
import { PERSON, PERSONA } from './twins.ts';

function many(count: number, make: (place: number) => object): object[] {
  return Array.from({ length: count }, (_, place) => make(place + 1));
}

/** What breaks a check of our own, by what it tells, and a bound on a list of objects. */
export const CUSTOM_SAMPLES: CustomSamples = {
  'Must not contain U+0000 or a lone surrogate': 'a\0b',
  'Must not be blank': ' \t\u00a0',
  'Must not contain control characters': 'a\tb',
  'Must have at least 3 letters or digits': '-- A. --',
  'An RFC or a name is required': { rfc: null, name: ' ' },
  'Must be an RFC with a date of the calendar': 'LUPA801332AB1',
  'Must be a CURP with a date of the calendar': 'RILE851332MDFSNL04',
  'Must not be in the year 0': '0000-01-01',
  'Must not be a day in the future': '9000-01-01',
  'Must not be before the year 1700': '0202-01-01',
  'Must be in the years 1 to 9999': '9999-12-31T23:59:59-00:01',
  'Must not be in the future': '9000-01-01T00:00:00Z',
  'Required, because the e-mail address identifies the responsible user': { givenName: 'Irene' },
  'Exactly one of the fields is required': { databaseId: 1, externalId: 1 },
  'participants at most 10000': many(10_001, (id) => ({ ...PERSON, externalPersonId: id })),
  'participants.*.matches at most 1000': many(1001, (id) => ({
    sourceCode: 'OFAC',
    externalId: `${id}`,
  })),
  'matches at most 200': many(201, (id) => ({ externalId: `${id}` })),
  'answers at most 10000': many(10_001, (id) => ({ question: `${id}`, answer: '' })),
  'Exactly one of participant and externalPersonId is required': {
    participant: { databaseId: 1 },
  },
  'participants check 1': [PERSON, PERSON],
  'sections check 0': ['GENERAL', 'GENERAL'],
  'participants.* check 0': { ...PERSON, personType: 'LEGAL_ENTITY', paternalSurname: 'Luna' },
  'participants.*.roles check 1': ['a', 'b', 'a'],
  'Must have at most 20000 characters in total': Array.from({ length: 21 }, (_, index) =>
    `${index}`.padEnd(1000, 'x'),
  ),
  ' check 0': { reason: 'SAME_PERSON' },
  ' check 1': { reason: 'OTHER' },
};

/** The same in v4 words, for those that are more than a text. */
export const CUSTOM_BODIES: CustomSamples = {
  'Required, because the e-mail address identifies the responsible user': { name: 'Irene' },
  'An RFC or a name is required': { rfc: null, nombre: ' ' },
  'participants at most 10000': many(10_001, (id) => ({ ...PERSONA, id_persona: id })),
  'participants.*.matches at most 1000': many(1001, (id) => ({ list: 'OFAC', match_id: `${id}` })),
  'matches at most 200': many(201, (id) => ({ match_id: `${id}` })),
  'Exactly one of participant and externalPersonId is required': { participant_id: 1 },
  'participants check 1': [PERSONA, PERSONA],
  'sections check 0': ['general', 'general'],
  'participants.* check 0': { ...PERSONA, tipo_per: 'MOR', apellido_paterno: 'Luna' },
  ' check 0': { reason: 'same_person' },
  ' check 1': { reason: 'other' },
};
