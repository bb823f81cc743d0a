import type { Participant } from '../business/participant.ts';
import {
  ADDRESS_PARTS,
  type Address,
  type PersonalInformation,
} from '../business/personal-information.ts';
import { toSpanishCountryName } from '../countries/country-code.ts';
import type { ParticipantFacts } from './material.ts';

type NameAndContact = Pick<
  Participant,
  'name' | 'paternalSurname' | 'maternalSurname' | 'email' | 'phoneCountryCode' | 'phoneNumber'
>;

/** Returns the stored data of a participant for a report. The participant must be a natural person. */
export function toParticipantFacts(
  { name, paternalSurname, maternalSurname, email, phoneCountryCode, phoneNumber }: NameAndContact,
  personal: PersonalInformation,
): ParticipantFacts {
  const { address } = personal;
  return {
    fullName: toFullName({ name, paternalSurname, maternalSurname }),
    name,
    paternalSurname,
    maternalSurname,
    email,
    phone: phoneNumber === null ? null : joinParts([phoneCountryCode, phoneNumber], ' '),
    rfc: personal.rfc,
    curp: personal.curp,
    birthDate: personal.birthOrConstitutionDate,
    nationality: personal.nationality,
    countryOfBirth: personal.countryOfBirth,
    civilStatus: personal.civilStatus,
    economicActivity: personal.economicActivity,
    address: address === null ? null : toAddressLine(address),
    ...(address ?? NO_ADDRESS),
  };
}

/** Joins given names and surnames; null when all are empty. */
export function toFullName({
  name,
  paternalSurname,
  maternalSurname,
}: Pick<NameAndContact, 'name' | 'paternalSurname' | 'maternalSurname'>): string | null {
  return joinParts([name, paternalSurname, maternalSurname], ' ');
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

/**
 * Joins the parts of an address: street and numbers by spaces, the others by commas; the country by its Spanish name.
 */
function toAddressLine(address: Address): string | null {
  const country = address.country && toSpanishCountryName(address.country);
  const parts = { ...address, country };
  const [street, exteriorNumber, interiorNumber, ...otherParts] = ADDRESS_PARTS.map(
    (part) => parts[part],
  );
  const streetAndNumbers = joinParts([street, exteriorNumber, interiorNumber], ' ');
  return joinParts([streetAndNumbers, ...otherParts], ', ');
}

/** Joins the non-empty parts. Null when there are none. */
function joinParts(
  parts: readonly (string | null | undefined)[],
  separator: string,
): string | null {
  const presentParts = parts.filter(
    (part) => part !== null && part !== undefined && part.trim() !== '',
  );
  return presentParts.length === 0 ? null : presentParts.join(separator);
}
