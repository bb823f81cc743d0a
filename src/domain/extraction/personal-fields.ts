import {
  ADDRESS_PARTS,
  type AddressPart,
  type PersonalInformation,
  type SentAddress,
  type SentPersonalInformation,
} from '../business/personal-information.ts';
import { isSameCountry } from '../countries/country-code.ts';
import type { ExtractedField, FieldName } from './extracted.ts';
import { foldKey } from './fold.ts';

/** What of a document may become personal information, and where it stands there. */
const MEMBERS = {
  rfc: 'rfc',
  curp: 'curp',
  birthDate: 'birthOrConstitutionDate',
  nationality: 'nationality',
  countryOfBirth: 'countryOfBirth',
  economicActivities: 'economicActivity',
} as const satisfies Partial<
  Record<FieldName, Exclude<keyof PersonalInformation, 'address' | 'civilStatus'>>
>;
const PARTS = {
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

export type PersonalField = keyof typeof MEMBERS | keyof typeof PARTS;

export function isPersonalField(name: FieldName): name is PersonalField {
  return Object.hasOwn(MEMBERS, name) || Object.hasOwn(PARTS, name);
}

function isMember(name: FieldName): name is keyof typeof MEMBERS {
  return Object.hasOwn(MEMBERS, name);
}

function isPart(name: FieldName): name is keyof typeof PARTS {
  return Object.hasOwn(PARTS, name);
}

/** What fields of a document make of personal information: other parts of an address stay as they are stored. */
export function toSent(
  fields: readonly ExtractedField[],
  stored: PersonalInformation,
): SentPersonalInformation {
  const members = fields.flatMap(({ name, value }) =>
    isMember(name) ? [[MEMBERS[name], valueFor(name, value)] as const] : [],
  );
  const parts = fields.flatMap(({ name, value }) =>
    isPart(name) ? [[PARTS[name], value] as const] : [],
  );
  const sent: SentPersonalInformation = Object.fromEntries(members);
  if (parts.length === 0) return sent;
  const kept = ADDRESS_PARTS.map((part) => [part, stored.address?.[part] ?? null] as const);
  const address: SentAddress = Object.fromEntries([...kept, ...parts]);
  return { ...sent, address };
}

/** Of several activities the first, which is the largest, without its share and days. */
function valueFor(name: FieldName, value: string): string {
  if (name !== 'economicActivities') return value;
  return value.split('\n', 1)[0]?.split(' | ', 1)[0] ?? value;
}

/** What is stored where a field would stand; null where nothing is. */
function storedFor(name: PersonalField, stored: PersonalInformation): string | null {
  if (isMember(name)) return stored[MEMBERS[name]];
  return isPart(name) ? (stored.address?.[PARTS[name]] ?? null) : null;
}

/** A document that says another thing than what is stored. */
export type PersonalConflict = {
  name: PersonalField;
  stored: string;
  extracted: ExtractedField;
  extractionId: number;
};

const COUNTRIES: ReadonlySet<FieldName> = new Set<FieldName>([
  'nationality',
  'countryOfBirth',
  'country',
]);

/** MEXICANA and MEX are one country. */
function isSame(name: FieldName, stored: string, extracted: string): boolean {
  if (foldKey(stored) === foldKey(extracted)) return true;
  return COUNTRIES.has(name) && isSameCountry(stored, extracted);
}

/** Where stored and extracted values differ in more than case, accents and signs. */
export function listConflicts(
  { id, fields }: { id: number; fields: readonly ExtractedField[] },
  stored: PersonalInformation,
): PersonalConflict[] {
  return fields.flatMap((extracted): PersonalConflict[] => {
    const { name } = extracted;
    if (!isPersonalField(name)) return [];
    const own = storedFor(name, stored);
    if (own === null || isSame(name, own, valueFor(name, extracted.value))) return [];
    return [{ name, stored: own, extracted, extractionId: id }];
  });
}
