import type { ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import { createListError, type ListFile, type ListReader } from '../list-reader.ts';
import { getChildText, listChildren, type XmlElement } from '../xml/element-tree.ts';
import { readElements } from '../xml/read-elements.ts';
import { readAdvancedNames } from './advanced-names.ts';
import { readPeriods } from './advanced-periods.ts';
import { type AdvancedReferences, readReferences } from './advanced-references.ts';

const PARTY_ELEMENTS = new Set(['DistinctParty']);

const PARTY_TYPES: Record<string, PartyType> = {
  Individual: 'natural',
  Entity: 'legal',
  Transport: 'vessel',
  Vessel: 'vessel',
  Aircraft: 'aircraft',
};

/**
 * Reader of OFAC's advanced XML (Advanced Sanctions List Standard of 2014), in any namespace. The file has a hundred
 * megabytes with references between its parts, so it is read twice, the referenced data first. A party has its names in
 * each script.
 */
export const readOfacAdvancedXml: ListReader = async function* readOfacAdvancedXml(files, report) {
  for (const file of files) {
    const references = await readReferences(file, createRootCheck(file));
    report.asOf ??= references.asOf;
    report.statedList ??= references.list;
    for await (const { element, line } of readElements(file, {
      names: PARTY_ELEMENTS,
      onRoot: createRootCheck(file),
    })) {
      const entry = readParty(element, references);
      if (entry === null) {
        throw createListError({ file: file.name, line }, 'it has no number or no name');
      }
      report.countRow(entry.partyType);
      yield entry;
    }
  }
};

function createRootCheck(file: ListFile) {
  return ({ name }: Pick<XmlElement, 'name'>) => {
    if (name !== 'Sanctions') {
      throw createListError({ file: file.name, line: 1 }, 'not an advanced list of OFAC');
    }
  };
}

function readParty(party: XmlElement, references: AdvancedReferences): ListEntry | null {
  const key = party.attributes['FixedRef'] ?? '';
  const [profile] = listChildren(party, 'Profile');
  if (profile === undefined || key === '') return null;
  const identities = listChildren(profile, 'Identity');
  const names = identities.flatMap((identity) => readAdvancedNames(identity, references));
  if (names.length === 0) return null;
  const features = listChildren(profile, 'Feature').map((feature) => ({
    type: references.values.get(`FeatureType ${feature.attributes['FeatureTypeID']}`) ?? '',
    versions: listChildren(feature, 'FeatureVersion'),
  }));
  const listVersions = (featureType: RegExp) =>
    features.filter(({ type }) => featureType.test(type)).flatMap(({ versions }) => versions);
  const remarks = getChildText(party, 'Comment');
  return {
    key,
    partyType: toPartyType(profile, references),
    names: names.toSorted((a, b) => Number(b.kind === 'primary') - Number(a.kind === 'primary')),
    identifiers: identities.flatMap(
      (identity) => references.documents.get(identity.attributes['ID'] ?? '') ?? [],
    ),
    status: null,
    programs: references.programs.get(profile.attributes['ID'] ?? '') ?? [],
    birthDates: [...new Set(listVersions(/^Birthdate$/i).flatMap(readPeriods))],
    countries: listCountries(listVersions(/^(?:Nationality|Citizenship) Country$/i), references),
    details: remarks === '' ? {} : { remarks },
  };
}

/**
 * Returns the party type of the subtype, or of the type to which the subtype belongs, which distinguishes individuals
 * from entities; otherwise `unknown`.
 */
function toPartyType(profile: XmlElement, { values, parents }: AdvancedReferences): PartyType {
  const id = `PartySubType ${profile.attributes['PartySubTypeID']}`;
  const partyType = PARTY_TYPES[values.get(id) ?? ''];
  return partyType ?? PARTY_TYPES[values.get(parents.get(id) ?? '') ?? ''] ?? 'unknown';
}

function listCountries(versions: readonly XmlElement[], references: AdvancedReferences): string[] {
  const countries = versions
    .flatMap((version) => listChildren(version, 'VersionLocation'))
    .map(({ attributes }) => references.locations.get(attributes['LocationID'] ?? '') ?? '')
    .filter((country) => country !== '');
  return [...new Set(countries)];
}
