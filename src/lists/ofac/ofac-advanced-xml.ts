import type { ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import { type ListFile, type ReadList, refuseList } from '../reading.ts';
import { childrenOf, textOf, type XmlElement } from '../xml/element-tree.ts';
import { readElements } from '../xml/read-elements.ts';
import { readAdvancedNames } from './advanced-names.ts';
import { readPeriods } from './advanced-periods.ts';
import { type AdvancedReferences, readReferences } from './advanced-references.ts';

const PARTIES = new Set(['DistinctParty']);

const WORDS: Record<string, PartyType> = {
  Individual: 'natural',
  Entity: 'legal',
  Transport: 'vessel',
  Vessel: 'vessel',
  Aircraft: 'aircraft',
};

/**
 * OFAC's advanced XML (the standard of the sanctions lists of 2014), whatever its namespace: a hundred megabytes in
 * which one place refers to another, so it is read twice, first what is referred to. Names are there in each script.
 */
export const readOfacAdvancedXml: ReadList = async function* readOfacAdvancedXml(files, reading) {
  for (const file of files) {
    const references = await readReferences(file, onRootOf(file));
    reading.asOf ??= references.asOf;
    reading.statedList ??= references.list;
    for await (const { element, line } of readElements(file, {
      names: PARTIES,
      onRoot: onRootOf(file),
    })) {
      const entry = readParty(element, references);
      if (entry === null) {
        throw refuseList({ file: file.name, line }, 'it has no number or no name');
      }
      reading.countRow(entry.partyType);
      yield entry;
    }
  }
};

function onRootOf(file: ListFile) {
  return ({ name }: Pick<XmlElement, 'name'>) => {
    if (name !== 'Sanctions') {
      throw refuseList({ file: file.name, line: 1 }, 'not an advanced list of OFAC');
    }
  };
}

function readParty(party: XmlElement, references: AdvancedReferences): ListEntry | null {
  const key = party.attributes['FixedRef'] ?? '';
  const [profile] = childrenOf(party, 'Profile');
  if (profile === undefined || key === '') return null;
  const identities = childrenOf(profile, 'Identity');
  const names = identities.flatMap((identity) => readAdvancedNames(identity, references));
  if (names.length === 0) return null;
  const features = childrenOf(profile, 'Feature').map((feature) => ({
    type: references.values.get(`FeatureType ${feature.attributes['FeatureTypeID']}`) ?? '',
    versions: childrenOf(feature, 'FeatureVersion'),
  }));
  const ofType = (pattern: RegExp) =>
    features.filter(({ type }) => pattern.test(type)).flatMap(({ versions }) => versions);
  const remarks = textOf(party, 'Comment');
  return {
    key,
    partyType: partyTypeOf(profile, references),
    names: names.toSorted((a, b) => Number(b.kind === 'primary') - Number(a.kind === 'primary')),
    identifiers: identities.flatMap(
      (identity) => references.documents.get(identity.attributes['ID'] ?? '') ?? [],
    ),
    status: null,
    programs: references.programs.get(profile.attributes['ID'] ?? '') ?? [],
    birthDates: [...new Set(ofType(/^Birthdate$/i).flatMap(readPeriods))],
    countries: countriesOf(ofType(/^(?:Nationality|Citizenship) Country$/i), references),
    details: remarks === '' ? {} : { remarks },
  };
}

/** A party's own kind says nothing of individuals and entities: the kind that it belongs to does. */
function partyTypeOf(profile: XmlElement, { values, parents }: AdvancedReferences): PartyType {
  const id = `PartySubType ${profile.attributes['PartySubTypeID']}`;
  const own = WORDS[values.get(id) ?? ''];
  return own ?? WORDS[values.get(parents.get(id) ?? '') ?? ''] ?? 'unknown';
}

function countriesOf(versions: readonly XmlElement[], references: AdvancedReferences): string[] {
  const found = versions
    .flatMap((version) => childrenOf(version, 'VersionLocation'))
    .map(({ attributes }) => references.locations.get(attributes['LocationID'] ?? '') ?? '')
    .filter((country) => country !== '');
  return [...new Set(found)];
}
