import type { ListIdentifier } from '../../domain/lists/list-entry.ts';
import { formatDate } from '../../domain/shared/calendar-date.ts';
import type { ListFile } from '../reading.ts';
import { ownText } from '../text/own-text.ts';
import { childrenOf, textOf, type XmlElement } from '../xml/element-tree.ts';
import { readElements } from '../xml/read-elements.ts';
import { identifierOf } from './identifiers.ts';

/** What the parties of the advanced list refer to, by the ids of the file. */
export type AdvancedReferences = {
  asOf: string | null;
  /** "FeatureType 8" → "Birthdate". */
  values: ReadonlyMap<string, string>;
  /** "PartySubType 4" → "PartyType 1". */
  parents: ReadonlyMap<string, string>;
  /** Identifiers by the identity that has them. */
  documents: ReadonlyMap<string, readonly ListIdentifier[]>;
  /** Countries by location. */
  locations: ReadonlyMap<string, string>;
  /** Programs by profile, each once. */
  programs: ReadonlyMap<string, readonly string[]>;
};

const VALUE_NAMES = [
  'AliasType',
  'Country',
  'FeatureType',
  'IDRegDocType',
  'PartySubType',
  'PartyType',
  'Script',
];

const NAMES = new Set([
  ...VALUE_NAMES,
  'DateOfIssue',
  'Location',
  'IDRegDocument',
  'SanctionsEntry',
]);

type OnRoot = (root: Pick<XmlElement, 'name' | 'attributes'>) => void;

export async function readReferences(file: ListFile, onRoot: OnRoot): Promise<AdvancedReferences> {
  const references: Gathered = {
    asOf: null,
    values: new Map(),
    parents: new Map(),
    documents: new Map(),
    locations: new Map(),
    programs: new Map(),
  };
  for await (const { element } of readElements(file, { names: NAMES, onRoot })) {
    const gather = GATHERERS[element.name] ?? gatherValue;
    gather(references, element, (name) => element.attributes[name] ?? '');
  }
  return references;
}

type Gathered = {
  asOf: string | null;
  values: Map<string, string>;
  parents: Map<string, string>;
  documents: Map<string, ListIdentifier[]>;
  locations: Map<string, string>;
  programs: Map<string, string[]>;
};

type Gather = (to: Gathered, element: XmlElement, attribute: (name: string) => string) => void;

const GATHERERS: Record<string, Gather> = {
  DateOfIssue: (to, element) => {
    to.asOf ??= readDay(element);
  },
  Location: ({ locations, values }, element, attribute) => {
    locations.set(attribute('ID'), countryOf(element, values));
  },
  IDRegDocument: ({ documents, values }, element, attribute) => {
    const identity = attribute('IdentityID');
    const known = documents.get(identity) ?? [];
    documents.set(identity, [...known, ...readDocument(element, values)]);
  },
  SanctionsEntry: ({ programs }, element, attribute) => {
    const profile = attribute('ProfileID');
    const known = programs.get(profile) ?? [];
    programs.set(profile, [...new Set([...known, ...programsOf(element)])]);
  },
};

const gatherValue: Gather = ({ values, parents }, { name, text }, attribute) => {
  const id = `${name} ${attribute('ID')}`;
  values.set(id, ownText(text));
  const parent = attribute('PartyTypeID');
  if (parent !== '') parents.set(id, `PartyType ${parent}`);
};

function readDay(element: XmlElement): string | null {
  const [year = '', month = '', day = ''] = ['Year', 'Month', 'Day'].map((part) =>
    textOf(element, part),
  );
  if (!/^\d{4}$/.test(year) || day === '') return null;
  return formatDate(year, month, day);
}

function countryOf(location: XmlElement, values: ReadonlyMap<string, string>): string {
  const [country] = childrenOf(location, 'LocationCountry');
  return values.get(`Country ${country?.attributes['CountryID']}`) ?? '';
}

function readDocument(document: XmlElement, values: ReadonlyMap<string, string>): ListIdentifier[] {
  const { IDRegDocTypeID: type, 'IssuedBy-CountryID': country } = document.attributes;
  const label = values.get(`IDRegDocType ${type}`) ?? '';
  const found = identifierOf(
    label,
    ownText(textOf(document, 'IDRegistrationNo')),
    values.get(`Country ${country}`) ?? null,
  );
  return found === null ? [] : [found];
}

/** The comment of a measure names its program; measures of other kinds have none. */
function programsOf(entry: XmlElement): string[] {
  return childrenOf(entry, 'SanctionsMeasure')
    .map((measure) => ownText(textOf(measure, 'Comment')))
    .filter((program) => program !== '');
}
