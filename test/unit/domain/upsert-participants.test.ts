import { describe, expect, it } from 'vitest';
import { mergeText } from '../../../src/domain/business/merge-text.ts';
import {
  type Address,
  NO_PERSONAL_INFORMATION,
} from '../../../src/domain/business/personal-information.ts';
import {
  type CapturedParticipant,
  findAmbiguousIndexes,
  planParticipants,
  type SentParticipant,
} from '../../../src/domain/business/upsert-participants.ts';

const ADDRESS: Address = {
  street: 'Calle Falsa',
  exteriorNumber: '12',
  interiorNumber: null,
  neighborhood: 'Centro',
  municipality: null,
  city: 'Ciudad Ficticia',
  state: null,
  postalCode: '01000',
  country: 'MEX',
};
const NO_ADDRESS = {
  street: null,
  exteriorNumber: null,
  interiorNumber: null,
  neighborhood: null,
  municipality: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
};
const STORED: CapturedParticipant = {
  id: 1,
  businessId: 9,
  externalPersonId: 71,
  personType: 'natural',
  name: 'Ana',
  paternalSurname: 'Luna',
  maternalSurname: 'Paz',
  email: 'ana@example.test',
  phoneCountryCode: '+52',
  phoneNumber: '5555550001',
  registrationMode: 'layout',
  hasPendingMatches: true,
  roles: ['a', 'b'],
  legalActFolio: 'F-1',
  createdAt: new Date(0),
  updatedAt: new Date(0),
  rfc: 'LUPA800101AB1',
  curp: null,
  birthOrConstitutionDate: '1980-01-01',
  nationality: 'MEX',
  countryOfBirth: null,
  civilStatus: 'SOLTERA',
  economicActivity: null,
  address: ADDRESS,
};
const NAMED: SentParticipant = { externalPersonId: 71, personType: 'natural', name: 'Ana' };

describe('planParticipants', () => {
  it('leaves out whoever is as was sent, whatever was left out', () => {
    const plan = planParticipants([NAMED], [STORED]);
    expect(plan).toEqual({
      added: [],
      changed: [],
      becameNatural: 0,
      knownIds: new Map([[71, 1]]),
    });
  });

  it.each<[string, Partial<SentParticipant>, object]>([
    [
      'the type, and so what a legal entity has not',
      { personType: 'legal' },
      {
        personType: 'legal',
        paternalSurname: null,
        maternalSurname: null,
        birthOrConstitutionDate: null,
      },
    ],
    [
      'the type, with the date that goes with it',
      { personType: 'legal', personalInformation: { birthOrConstitutionDate: '2001-02-03' } },
      {
        personType: 'legal',
        paternalSurname: null,
        maternalSurname: null,
        birthOrConstitutionDate: '2001-02-03',
      },
    ],
    ['the name', { name: 'Anna' }, { name: 'Anna' }],
    ['a surname to none', { maternalSurname: '' }, { maternalSurname: null }],
    ['the e-mail to none', { email: null }, { email: null }],
    ['the telephone to none', { phone: null }, { phoneCountryCode: null, phoneNumber: null }],
    [
      'half a telephone',
      { phone: { countryCode: '+1' } },
      { phoneCountryCode: '+1', phoneNumber: null },
    ],
    ['the way it came', { registrationMode: null }, { registrationMode: 'API' }],
    ['the order of roles', { roles: ['b', 'a'] }, { roles: ['b', 'a'] }],
    ['roles to none', { roles: null }, { roles: [] }],
    ['the folio to none', { legalActFolio: ' \t' }, { legalActFolio: null }],
    ['the RFC to none', { personalInformation: { rfc: '' } }, { rfc: null }],
    [
      'the address to another',
      { personalInformation: { address: { street: 'Otra', city: '' } } },
      { address: { ...NO_ADDRESS, street: 'Otra' } },
    ],
    ['the address to none', { personalInformation: { address: { city: '' } } }, { address: null }],
    [
      'all personal information to none',
      { personalInformation: null },
      {
        rfc: null,
        birthOrConstitutionDate: null,
        nationality: null,
        civilStatus: null,
        address: null,
      },
    ],
  ])('changes %s and nothing else', (_what, sent, changed) => {
    const { hasPendingMatches, businessId, createdAt, updatedAt, ...content } = STORED;
    expect([hasPendingMatches, businessId, createdAt, updatedAt]).not.toContain(undefined);
    const plan = planParticipants([{ ...NAMED, ...sent }], [STORED]);
    expect(plan.changed).toEqual([{ ...content, ...changed }]);
  });

  it('adds whom the business does not have, in the order sent, with nothing that was left out', () => {
    const sent = [73, 71, 72].map((externalPersonId) => ({ ...NAMED, externalPersonId }));
    const plan = planParticipants(sent, [STORED]);
    expect(plan.added.map((one) => one.externalPersonId)).toEqual([73, 72]);
    expect(plan.added[0]).toEqual({
      ...NAMED,
      externalPersonId: 73,
      paternalSurname: null,
      maternalSurname: null,
      email: null,
      phoneCountryCode: null,
      phoneNumber: null,
      registrationMode: 'API',
      roles: [],
      legalActFolio: null,
      ...NO_PERSONAL_INFORMATION,
    });
  });
});

describe('findAmbiguous', () => {
  it('names the places of people whom the business has more than once', () => {
    const sent = [70, 71, 72].map((externalPersonId) => ({ ...NAMED, externalPersonId }));
    const stored = [STORED, { ...STORED, id: 2 }, { ...STORED, id: 3, externalPersonId: 72 }];
    expect(findAmbiguousIndexes(sent, stored)).toEqual([1]);
  });
});

describe('mergeText', () => {
  it.each([
    [undefined, 'a', 'a'],
    [undefined, undefined, null],
    [null, 'a', null],
    ['', 'a', null],
    [' \t\n', 'a', null],
    ['b', null, 'b'],
  ])('makes of %j over %j the text %j', (sent, before, after) => {
    expect(mergeText(sent, before)).toBe(after);
  });
});
