import { mergeText, type SentText } from './merge-text.ts';

export const ADDRESS_PARTS = [
  'street',
  'exteriorNumber',
  'interiorNumber',
  'neighborhood',
  'municipality',
  'city',
  'state',
  'postalCode',
  'country',
] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];

/** Address with all parts in this order; unknown parts are null. */
export type Address = Record<AddressPart, string | null>;

/** Personal information of a participant, in addition to names and contact data. */
export type PersonalInformation = {
  rfc: string | null;
  curp: string | null;
  /** YYYY-MM-DD; of birth for a natural person, of constitution for a legal entity. */
  birthOrConstitutionDate: string | null;
  nationality: string | null;
  countryOfBirth: string | null;
  civilStatus: string | null;
  economicActivity: string | null;
  address: Address | null;
};

export const NO_PERSONAL_INFORMATION: PersonalInformation = {
  rfc: null,
  curp: null,
  birthOrConstitutionDate: null,
  nationality: null,
  countryOfBirth: null,
  civilStatus: null,
  economicActivity: null,
  address: null,
};

/** Sent personal information: undefined keeps the stored value, null and empty text remove it. */
export type SentPersonalInformation = {
  [Name in Exclude<keyof PersonalInformation, 'address'>]?: SentText;
} & { address?: SentAddress | null | undefined };

export type SentAddress = { [Part in AddressPart]?: SentText };

/** Merges sent into stored personal information. Null removes all of it. An address is replaced as a whole. */
export function mergePersonalInformation(
  input: SentPersonalInformation | null | undefined,
  stored: PersonalInformation,
): PersonalInformation {
  if (input === null) return NO_PERSONAL_INFORMATION;
  const sent = input ?? {};
  return {
    rfc: mergeText(sent.rfc, stored.rfc),
    curp: mergeText(sent.curp, stored.curp),
    birthOrConstitutionDate: mergeText(
      sent.birthOrConstitutionDate,
      stored.birthOrConstitutionDate,
    ),
    nationality: mergeText(sent.nationality, stored.nationality),
    countryOfBirth: mergeText(sent.countryOfBirth, stored.countryOfBirth),
    civilStatus: mergeText(sent.civilStatus, stored.civilStatus),
    economicActivity: mergeText(sent.economicActivity, stored.economicActivity),
    address: sent.address === undefined ? stored.address : toAddress(sent.address),
  };
}

/** Returns a complete address. Null when all parts are empty. */
function toAddress(sent: SentAddress | null | undefined): Address | null {
  if (sent === null || sent === undefined) return null;
  const parts = ADDRESS_PARTS.map((part) => [part, mergeText(sent[part], null)] as const);
  if (parts.every(([, text]) => text === null)) return null;
  const textByPart = new Map(parts);
  const getPart = (part: AddressPart) => textByPart.get(part) ?? null;
  return {
    street: getPart('street'),
    exteriorNumber: getPart('exteriorNumber'),
    interiorNumber: getPart('interiorNumber'),
    neighborhood: getPart('neighborhood'),
    municipality: getPart('municipality'),
    city: getPart('city'),
    state: getPart('state'),
    postalCode: getPart('postalCode'),
    country: getPart('country'),
  };
}

/** True when both addresses have the same parts, regardless of their order. */
export function isSameAddress(first: Address | null, second: Address | null): boolean {
  if (first === null || second === null) return first === second;
  return ADDRESS_PARTS.every((part) => first[part] === second[part]);
}

/** Personal information as shown to a caller; masked without the scope. */
export type ShownPersonalInformation = PersonalInformation & { isMasked: boolean };

/** First letters of identifiers, which stay visible because they derive from the name. */
export type IdentifierPrefixes = { rfc: string | null; curp: string | null };

/** Masks personal information: identifiers as `COSC********`, whatever their length; all other members are hidden. */
export function maskPersonalInformation({
  rfc,
  curp,
}: IdentifierPrefixes): ShownPersonalInformation {
  return { ...NO_PERSONAL_INFORMATION, rfc: mask(rfc), curp: mask(curp), isMasked: true };
}

const STARS = '********';

function mask(prefix: string | null): string | null {
  if (prefix === null) return null;
  const [letters = ''] = /^[A-ZÑ&]{0,4}/.exec(prefix) ?? [];
  return `${letters}${STARS}`;
}
