import {
  ADDRESS_PARTS,
  type AddressPart,
  type PersonalInformation,
  type SentAddress,
  type SentPersonalInformation,
} from '../../business/personal-information.ts';
import { isSameCountry } from '../../countries/country-code.ts';
import type { ExtractedField, FieldName } from '../extracted.ts';
import { foldKey } from '../fold-text.ts';

/** Members of the personal information that extracted fields set. */
const MEMBER_BY_FIELD = {
  rfc: 'rfc',
  curp: 'curp',
  birthDate: 'birthOrConstitutionDate',
  nationality: 'nationality',
  countryOfBirth: 'countryOfBirth',
  economicActivities: 'economicActivity',
} as const satisfies Partial<
  Record<FieldName, Exclude<keyof PersonalInformation, 'address' | 'civilStatus'>>
>;
const ADDRESS_PART_BY_FIELD = {
  street: 'street',
  exteriorNumber: 'exteriorNumber',
  interiorNumber: 'interiorNumber',
  neighborhood: 'neighborhood',
  municipality: 'municipality',
  locality: 'city',
  state: 'state',
  postalCode: 'postalCode',
  country: 'country',
} as const satisfies Partial<Record<FieldName, AddressPart>>;

export type PersonalField = keyof typeof MEMBER_BY_FIELD | keyof typeof ADDRESS_PART_BY_FIELD;

export function isPersonalField(name: FieldName): name is PersonalField {
  return Object.hasOwn(MEMBER_BY_FIELD, name) || Object.hasOwn(ADDRESS_PART_BY_FIELD, name);
}

function isMemberField(name: FieldName): name is keyof typeof MEMBER_BY_FIELD {
  return Object.hasOwn(MEMBER_BY_FIELD, name);
}

function isAddressField(name: FieldName): name is keyof typeof ADDRESS_PART_BY_FIELD {
  return Object.hasOwn(ADDRESS_PART_BY_FIELD, name);
}

/**
 * Converts extracted fields to an update of the personal information. Other parts of the address keep their stored
 * values.
 */
export function toPersonalInformation(
  fields: readonly ExtractedField[],
  stored: PersonalInformation,
): SentPersonalInformation {
  const members = fields.flatMap(({ name, value }) =>
    isMemberField(name) ? [[MEMBER_BY_FIELD[name], toStoredValue(name, value)] as const] : [],
  );
  const parts = fields.flatMap(({ name, value }) =>
    isAddressField(name) ? [[ADDRESS_PART_BY_FIELD[name], value] as const] : [],
  );
  const update: SentPersonalInformation = Object.fromEntries(members);
  if (parts.length === 0) return update;
  const storedParts = ADDRESS_PARTS.map((part) => [part, stored.address?.[part] ?? null] as const);
  const address: SentAddress = Object.fromEntries([...storedParts, ...parts]);
  return { ...update, address };
}

/**
 * Returns the value to store. Of several economic activities it is the first, which has the largest percentage, without
 * its percentage and dates.
 */
function toStoredValue(name: FieldName, value: string): string {
  if (name !== 'economicActivities') return value;
  return value.split('\n', 1)[0]?.split(' | ', 1)[0] ?? value;
}

/** Returns the stored value of a field, or null. */
function getStoredValue(name: PersonalField, stored: PersonalInformation): string | null {
  if (isMemberField(name)) return stored[MEMBER_BY_FIELD[name]];
  return isAddressField(name) ? (stored.address?.[ADDRESS_PART_BY_FIELD[name]] ?? null) : null;
}

/** Difference between a stored value and that of a document. */
export type PersonalConflict = {
  name: FieldName;
  stored: string;
  extracted: ExtractedField;
  extractionId: number;
};

const COUNTRY_FIELDS: ReadonlySet<FieldName> = new Set<FieldName>([
  'nationality',
  'countryOfBirth',
  'country',
]);

/** Compares two values. Names and codes of one country are equal, for example MEXICANA and MEX. */
function isSameValue(name: FieldName, stored: string, extracted: string): boolean {
  if (foldKey(stored) === foldKey(extracted)) return true;
  return COUNTRY_FIELDS.has(name) && isSameCountry(stored, extracted);
}

/** Lists fields whose stored and extracted values differ in more than case, accents and punctuation. */
export function listConflicts(
  { id, fields }: { id: number; fields: readonly ExtractedField[] },
  stored: PersonalInformation,
): PersonalConflict[] {
  return fields.flatMap((extracted): PersonalConflict[] => {
    const { name } = extracted;
    if (!isPersonalField(name)) return [];
    const storedValue = getStoredValue(name, stored);
    if (
      storedValue === null ||
      isSameValue(name, storedValue, toStoredValue(name, extracted.value))
    )
      return [];
    return [{ name, stored: storedValue, extracted, extractionId: id }];
  });
}
