import { describe, expect, it } from 'vitest';
import { NO_PERSONAL_INFORMATION } from '../../../../src/domain/business/personal-information.ts';
import { toParticipantFacts } from '../../../../src/domain/socioeconomic/participant-facts.ts';

const NAMED = {
  name: 'Íñigo',
  paternalSurname: 'Ñáñez',
  maternalSurname: null,
  email: '',
  phoneCountryCode: '+52',
  phoneNumber: '5511223344',
};
const ADDRESS = {
  street: 'Calle Jazmín',
  exteriorNumber: '12',
  interiorNumber: null,
  neighborhood: 'Las Águilas',
  municipality: 'Nezahualcóyotl',
  city: null,
  state: 'México',
  postalCode: '57900',
  country: '',
};

describe('what a participant says to a report', () => {
  it('is written as it is read aloud, without gaps for what is not known', () => {
    const facts = toParticipantFacts(NAMED, { ...NO_PERSONAL_INFORMATION, address: ADDRESS });
    expect(facts).toMatchObject({
      fullName: 'Íñigo Ñáñez',
      phone: '+52 5511223344',
      address: 'Calle Jazmín 12, Las Águilas, Nezahualcóyotl, México, 57900',
      street: 'Calle Jazmín',
      city: null,
      rfc: null,
    });
  });

  it('is nothing where nothing is known: a country code alone is no telephone', () => {
    const facts = toParticipantFacts({ ...NAMED, phoneNumber: null }, NO_PERSONAL_INFORMATION);
    expect([facts.phone, facts.address, facts.street]).toEqual([null, null, null]);
  });
});
