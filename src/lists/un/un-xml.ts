import type { EntryDetails, ListEntry, ListName, NameKind } from '../../domain/lists/list-entry.ts';
import { createListError, type ListReader } from '../list-reader.ts';
import { getChildText, listChildren, type XmlElement } from '../xml/element-tree.ts';
import { readElements } from '../xml/read-elements.ts';
import { readBirthDates } from './birth-dates.ts';
import { readDocuments } from './documents.ts';

const PARTY_ELEMENTS = new Set(['INDIVIDUAL', 'ENTITY']);

const KIND_BY_QUALITY: Record<string, NameKind> = { Low: 'weak', 'f.k.a.': 'fka' };

/** Reader of the consolidated list of the UN Security Council as XML, which states its date. */
export const readUnXml: ListReader = async function* readUnXml(files, report) {
  for (const file of files) {
    const onRoot = ({ name, attributes }: Pick<XmlElement, 'name' | 'attributes'>) => {
      if (name !== 'CONSOLIDATED_LIST') {
        throw createListError({ file: file.name, line: 1 }, 'not a consolidated list');
      }
      const day = attributes['dateGenerated']?.slice(0, 10) ?? '';
      if (/^\d{4}-\d{2}-\d{2}$/.test(day)) report.asOf ??= day;
    };
    for await (const { element, line } of readElements(file, { names: PARTY_ELEMENTS, onRoot })) {
      report.countRow(element.name.toLowerCase());
      yield readParty(element, { file: file.name, line });
    }
  }
};

function readParty(party: XmlElement, location: { file: string; line: number }): ListEntry {
  const isPerson = party.name === 'INDIVIDUAL';
  const key = getChildText(party, 'REFERENCE_NUMBER');
  const names = readNames(party);
  if (key === '' || names.length === 0)
    throw createListError(location, 'it has no number or no name');
  return {
    key,
    partyType: isPerson ? 'natural' : 'legal',
    names,
    identifiers: isPerson ? readDocuments(party) : [],
    status: null,
    programs: [getChildText(party, 'UN_LIST_TYPE')].filter((program) => program !== ''),
    birthDates: readBirthDates(party),
    countries: listTexts(party, 'NATIONALITY', 'VALUE'),
    details: readDetails(party),
  };
}

/** Returns the names of a party. FIRST_NAME to FOURTH_NAME are parts of one name. */
function readNames(party: XmlElement): ListName[] {
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
  const names: ListName[] = [
    { name: parts.map((part) => getChildText(party, part)).join(' '), kind: 'primary' },
    { name: getChildText(party, 'NAME_ORIGINAL_SCRIPT'), kind: 'original' },
  ];
  for (const alias of listChildren(party, `${party.name}_ALIAS`)) {
    const kind = KIND_BY_QUALITY[getChildText(alias, 'QUALITY')] ?? 'aka';
    // A semicolon separates several spellings in one alias.
    for (const name of getChildText(alias, 'ALIAS_NAME').split(';')) names.push({ name, kind });
  }
  return names
    .map(({ name, kind }) => ({ name: name.replace(/\s+/g, ' ').trim(), kind }))
    .filter(({ name }) => name !== '');
}

function readDetails(party: XmlElement): EntryDetails {
  const details: [string, string | string[] | EntryDetails[]][] = [
    ['listedOn', getChildText(party, 'LISTED_ON')],
    ['updatedOn', listTexts(party, 'LAST_DAY_UPDATED', 'VALUE')],
    ['gender', getChildText(party, 'GENDER')],
    ['titles', listTexts(party, 'TITLE', 'VALUE')],
    ['designations', listTexts(party, 'DESIGNATION', 'VALUE')],
    ['remarks', getChildText(party, 'COMMENTS1')],
    ['addresses', listPlaces(party, `${party.name}_ADDRESS`)],
    ['birthPlaces', listPlaces(party, 'INDIVIDUAL_PLACE_OF_BIRTH')],
  ];
  return Object.fromEntries(details.filter(([, value]) => value.length > 0));
}

function listTexts(party: XmlElement, name: string, childName: string): string[] {
  return listChildren(party, name)
    .flatMap((child) => listChildren(child, childName))
    .map(({ text }) => text)
    .filter((text) => text !== '');
}

const PLACE_FIELDS = {
  STREET: 'address',
  CITY: 'city',
  STATE_PROVINCE: 'state',
  COUNTRY: 'country',
};

function listPlaces(party: XmlElement, name: string): EntryDetails[] {
  return listChildren(party, name)
    .map((place) =>
      Object.fromEntries(
        Object.entries(PLACE_FIELDS)
          .map(([tag, detail]): [string, string] => [detail, getChildText(place, tag)])
          .filter(([, text]) => text !== ''),
      ),
    )
    .filter((place) => Object.keys(place).length > 0);
}
