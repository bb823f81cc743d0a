import { joinNameParts } from '../business/join-name-parts.ts';
import type { Participant } from '../business/participant.ts';
import type { PersonalInformation } from '../business/personal-information.ts';
import { normalizeTaxId } from '../tax/normalize-id.ts';
import type { ScreenedSubject } from './screening.ts';

type ScreenedParticipant = Pick<
  Participant,
  'personType' | 'name' | 'paternalSurname' | 'maternalSurname'
> &
  Pick<
    PersonalInformation,
    'rfc' | 'curp' | 'birthOrConstitutionDate' | 'nationality' | 'countryOfBirth'
  >;

/** Returns the screening subject of a participant, with the full name in national order. */
export function toScreenedSubject(participant: ScreenedParticipant): ScreenedSubject {
  const name = joinNameParts(participant);
  return {
    partyType: participant.personType,
    name: name === '' ? null : name,
    rfc: normalizeTaxId(participant.rfc ?? '') || null,
    curp: normalizeTaxId(participant.curp ?? '') || null,
    passport: null,
    birthDate: participant.birthOrConstitutionDate,
    country: participant.nationality || participant.countryOfBirth || null,
  };
}
