import type { Participant } from '../business/participant.ts';
import {
  ADDRESS_PARTS,
  type Address,
  type PersonalInformation,
} from '../business/personal-information.ts';
import type { ParticipantFacts } from './material.ts';

type Named = Pick<
  Participant,
  'name' | 'paternalSurname' | 'maternalSurname' | 'email' | 'phoneCountryCode' | 'phoneNumber'
>;

/** Returns the facts of a participant for a report: a natural person, whose date is the birth date. */
export function participantFacts(
  { name, paternalSurname, maternalSurname, email, phoneCountryCode, phoneNumber }: Named,
  personal: PersonalInformation,
): ParticipantFacts {
  const { address } = personal;
  return {
    fullName: fullNameOf({ name, paternalSurname, maternalSurname }),
    name,
    paternalSurname,
    maternalSurname,
    email,
    phone: phoneNumber === null ? null : joined([phoneCountryCode, phoneNumber], ' '),
    rfc: personal.rfc,
    curp: personal.curp,
    birthDate: personal.birthOrConstitutionDate,
    nationality: personal.nationality,
    countryOfBirth: personal.countryOfBirth,
    civilStatus: personal.civilStatus,
    economicActivity: personal.economicActivity,
    address: address === null ? null : addressLine(address),
    ...(address ?? NO_ADDRESS),
  };
}

/** Given names and surnames, as far as there are any. */
export function fullNameOf({
  name,
  paternalSurname,
  maternalSurname,
}: Pick<Named, 'name' | 'paternalSurname' | 'maternalSurname'>): string | null {
  return joined([name, paternalSurname, maternalSurname], ' ');
}

const NO_ADDRESS: Address = {
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

/** The parts in the order in which they are written; the first three make the street's line. */
function addressLine(address: Address): string | null {
  const [street, exterior, interior, ...rest] = ADDRESS_PARTS.map((part) => address[part]);
  return joined([joined([street, exterior, interior], ' '), ...rest], ', ');
}

/** Joins the non-empty parts. Null when there are none. */
function joined(parts: readonly (string | null | undefined)[], between: string): string | null {
  const there = parts.filter((part) => part !== null && part !== undefined && part.trim() !== '');
  return there.length === 0 ? null : there.join(between);
}
