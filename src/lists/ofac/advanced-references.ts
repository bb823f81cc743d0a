import type { ListIdentifier } from '../../domain/lists/list-entry.ts';
import { formatDate } from '../../domain/shared/calendar-date.ts';
import type { ListFile } from '../list-reader.ts';
import { copyText } from '../text/copy-text.ts';
import { getChildText, listChildren, type XmlElement } from '../xml/element-tree.ts';
import { readElements } from '../xml/read-elements.ts';
import { toIdentifier } from './identifiers.ts';

/** Data that the parties of the advanced list refer to, by the ids of the file. */
export type AdvancedReferences = {
  asOf: string | null;
  /** Name of the list of the first entry: "SDN List". */
  list: string | null;
  /** "FeatureType 8" → "Birthdate". */
  values: ReadonlyMap<string, string>;
  /** "PartySubType 4" → "PartyType 1". */
  parents: ReadonlyMap<string, string>;
  /** Identifiers by identity. */
  documents: ReadonlyMap<string, readonly ListIdentifier[]>;
  /** Countries by location. */
  locations: ReadonlyMap<string, string>;
  /** Distinct programs by profile. */
  programs: ReadonlyMap<string, readonly string[]>;
};

/** Elements that give names to ids. */
const VALUE_NAMES = [
  'AliasType',
  'Country',
  'FeatureType',
  'IDRegDocType',
  'List',
  'PartySubType',
  'PartyType',
  'Script',
];

const ELEMENT_NAMES = new Set([
  ...VALUE_NAMES,
  'DateOfIssue',
  'Location',
  'IDRegDocument',
  'SanctionsEntry',
]);

type OnRoot = (root: Pick<XmlElement, 'name' | 'attributes'>) => void;

/** Reads all data that parties refer to. `onRoot` is called with the root element and may reject the file. */
export async function readReferences(file: ListFile, onRoot: OnRoot): Promise<AdvancedReferences> {
  const references: MutableReferences = {
    asOf: null,
    list: null,
    values: new Map(),
    parents: new Map(),
    documents: new Map(),
    locations: new Map(),
    programs: new Map(),
  };
  for await (const { element } of readElements(file, { names: ELEMENT_NAMES, onRoot })) {
    const collect = COLLECTORS[element.name] ?? collectValue;
    collect(references, element, (name) => element.attributes[name] ?? '');
  }
  return references;
}

type MutableReferences = {
  asOf: string | null;
  list: string | null;
  values: Map<string, string>;
  parents: Map<string, string>;
  documents: Map<string, ListIdentifier[]>;
  locations: Map<string, string>;
  programs: Map<string, string[]>;
};

type Collector = (
  references: MutableReferences,
  element: XmlElement,
  attribute: (name: string) => string,
) => void;

const COLLECTORS: Record<string, Collector> = {
  DateOfIssue: (references, element) => {
    references.asOf ??= readIssueDate(element);
  },
  Location: ({ locations, values }, element, attribute) => {
    locations.set(attribute('ID'), getCountry(element, values));
  },
  IDRegDocument: ({ documents, values }, element, attribute) => {
    const identity = attribute('IdentityID');
    const identifiers = documents.get(identity) ?? [];
    documents.set(identity, [...identifiers, ...readDocument(element, values)]);
  },
  SanctionsEntry: (references, element, attribute) => {
    const { programs, values } = references;
    const profile = attribute('ProfileID');
    const programsOfProfile = programs.get(profile) ?? [];
    programs.set(profile, [...new Set([...programsOfProfile, ...listPrograms(element)])]);
    references.list ??= values.get(`List ${attribute('ListID')}`) ?? null;
  },
};

const collectValue: Collector = ({ values, parents }, { name, text }, attribute) => {
  const id = `${name} ${attribute('ID')}`;
  values.set(id, copyText(text));
  const parent = attribute('PartyTypeID');
  if (parent !== '') parents.set(id, `PartyType ${parent}`);
};

function readIssueDate(element: XmlElement): string | null {
  const [year = '', month = '', day = ''] = ['Year', 'Month', 'Day'].map((part) =>
    getChildText(element, part),
  );
  if (!/^\d{4}$/.test(year) || day === '') return null;
  return formatDate(year, month, day);
}

function getCountry(location: XmlElement, values: ReadonlyMap<string, string>): string {
  const [country] = listChildren(location, 'LocationCountry');
  return values.get(`Country ${country?.attributes['CountryID']}`) ?? '';
}

function readDocument(document: XmlElement, values: ReadonlyMap<string, string>): ListIdentifier[] {
  const { IDRegDocTypeID: type, 'IssuedBy-CountryID': country } = document.attributes;
  const label = values.get(`IDRegDocType ${type}`) ?? '';
  const identifier = toIdentifier(
    label,
    copyText(getChildText(document, 'IDRegistrationNo')),
    values.get(`Country ${country}`) ?? null,
  );
  return identifier === null ? [] : [identifier];
}

/** Returns the programs of a sanctions entry, which are the comments of its measures. */
function listPrograms(entry: XmlElement): string[] {
  return listChildren(entry, 'SanctionsMeasure')
    .map((measure) => copyText(getChildText(measure, 'Comment')))
    .filter((program) => program !== '');
}
