import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';

/** One of the parties, and the number that tells it from its copies. */
type Party = { entry: ListEntry; id: number };

/** Writes copies of these entries in OFAC's advanced XML until the file has this size. */
export function* writeAdvancedXml(
  entries: readonly ListEntry[],
  bytesMin: number,
): Generator<string> {
  const once = entries.map((entry, id) => lengthOf({ entry, id }));
  const parties: Party[] = [];
  for (let bytes = 0, id = 0; bytes < bytesMin; id += 1) {
    const entry = entries[id % entries.length];
    if (entry === undefined) return;
    parties.push({ entry, id });
    bytes += once[id % entries.length] ?? 0;
  }
  yield HEAD;
  for (const [name, write] of Object.entries(SECTIONS)) {
    yield `  <${name}>\n`;
    for (const party of parties) yield write(party);
    yield `  </${name}>\n`;
  }
  yield '</Sanctions>\n';
}

function lengthOf(party: Party): number {
  const texts = Object.values(SECTIONS).map((write) => write(party));
  return Buffer.byteLength(texts.join(''));
}

const SECTIONS: Record<string, (party: Party) => string> = {
  Locations: ({ entry, id }) =>
    entry.countries.length === 0 ? '' : element('Location', { ID: id }, LOCATION),
  IDRegDocuments: ({ entry, id }) =>
    entry.identifiers
      .map(({ value }, at) =>
        element(
          'IDRegDocument',
          { ID: `${id}${at}`, IDRegDocTypeID: 1, IdentityID: id, 'IssuedBy-CountryID': 11 },
          `<Comment />\n<IDRegistrationNo>${value}${id}</IDRegistrationNo>\n${DATES}`,
        ),
      )
      .join(''),
  DistinctParties: (party) =>
    element('DistinctParty', { FixedRef: party.id }, `<Comment />\n${profile(party)}`),
  SanctionsEntries: ({ entry, id }) =>
    element(
      'SanctionsEntry',
      { ID: id, ProfileID: id, ListID: 1550 },
      `<EntryEvent ID="${id}" EntryEventTypeID="1">\n<Comment />\n${DATES}</EntryEvent>\n${entry.programs
        .map((program) =>
          element('SanctionsMeasure', { ID: id }, `<Comment>${program}</Comment>\n`),
        )
        .join('')}`,
    ),
};

function profile({ entry, id }: Party): string {
  const names = entry.names.map(({ name, kind }, at) => {
    const parts = `${name}, ${id}`.split(', ').map((part) => {
      const value = { NamePartGroupID: `${id}${at}`, ScriptID: 215, ScriptStatusID: 1 };
      return element('DocumentedNamePart', {}, element('NamePartValue', value, escape(part)));
    });
    const isPrimary = kind === 'primary';
    const alias = { AliasTypeID: isPrimary ? 1403 : 1400, Primary: isPrimary, LowQuality: false };
    const documented = element('DocumentedName', { ID: `${id}${at}` }, parts.join(''));
    return element('Alias', alias, documented);
  });
  const births = entry.birthDates.map(() =>
    element('Feature', { FeatureTypeID: 8 }, element('FeatureVersion', { ID: id }, DATES)),
  );
  const places = entry.countries.map(() =>
    element(
      'Feature',
      { FeatureTypeID: 10 },
      element('FeatureVersion', { ID: id }, `<VersionLocation LocationID="${id}" />\n`),
    ),
  );
  const identity = element('Identity', { ID: id, Primary: true }, names.join(''));
  const isNatural = entry.partyType === 'natural';
  const whole = [identity, ...births, ...places].join('');
  return element('Profile', { ID: id, PartySubTypeID: isNatural ? 4 : 3 }, whole);
}

type Attributes = Record<string, string | number | boolean>;

function element(name: string, attributes: Attributes, content: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${written.join('')}>\n${content}</${name}>\n`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const POINT = '<Year>1954</Year>\n<Month>5</Month>\n<Day>17</Day>\n';
const SIDE = `<From>\n${POINT}</From>\n<To>\n${POINT}</To>\n`;
const DATES = `<DatePeriod CalendarTypeID="1" YearFixed="false" MonthFixed="false">
<Start Approximate="false">\n${SIDE}</Start>\n<End Approximate="false">\n${SIDE}</End>\n</DatePeriod>\n`;
const LOCATION = `<LocationAreaCode AreaCodeID="1106" />\n<LocationCountry CountryID="11" CountryRelevanceID="0" />
<LocationPart LocPartTypeID="1454">\n<LocationPartValue Primary="true"><Comment /><Value>Culiacán</Value></LocationPartValue>\n</LocationPart>\n`;

const HEAD = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="http://www.un.org/sanctions/1.0"><DateOfIssue><Year>2024</Year><Month>5</Month><Day>7</Day></DateOfIssue>
<ReferenceValueSets><AliasTypeValues><AliasType ID="1403">Name</AliasType><AliasType ID="1400">A.K.A.</AliasType></AliasTypeValues>
<CountryValues><Country ID="11">Mexico</Country></CountryValues><FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType>
<FeatureType ID="10">Nationality Country</FeatureType></FeatureTypeValues>
<IDRegDocTypeValues><IDRegDocType ID="1">Passport</IDRegDocType></IDRegDocTypeValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType></PartyTypeValues>
<PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType></PartySubTypeValues>
<ScriptValues><Script ID="215">Latin</Script></ScriptValues></ReferenceValueSets>
`;
