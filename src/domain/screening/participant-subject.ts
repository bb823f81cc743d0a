import type { Participant } from '../business/participant.ts';
import type { PersonalInformation } from '../business/personal-information.ts';
import { normalizeTaxId } from '../tax/normalize-id.ts';
import type { ScreenedSubject } from './screening.ts';

type Known = Pick<Participant, 'personType' | 'name' | 'paternalSurname' | 'maternalSurname'> &
  Pick<
    PersonalInformation,
    'rfc' | 'curp' | 'birthOrConstitutionDate' | 'nationality' | 'countryOfBirth'
  >;

/** A participant as it is compared: all of its name, in the order of the country. */
export function subjectOfParticipant(one: Known): ScreenedSubject {
  const names = [one.name, one.paternalSurname, one.maternalSurname];
  const name = names
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');
  return {
    partyType: one.personType,
    name: name === '' ? null : name,
    rfc: normalizeTaxId(one.rfc ?? '') || null,
    curp: normalizeTaxId(one.curp ?? '') || null,
    passport: null,
    birthDate: one.birthOrConstitutionDate,
    country: one.nationality || one.countryOfBirth || null,
  };
}
