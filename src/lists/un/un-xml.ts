import type { EntryDetails, ListEntry, ListName, NameKind } from '../../domain/lists/list-entry.ts';
import { type ReadList, refuseList } from '../reading.ts';
import { childrenOf, textOf, type XmlElement } from '../xml/element-tree.ts';
import { readElements } from '../xml/read-elements.ts';
import { readBirthDates } from './birth-dates.ts';
import { readDocuments } from './documents.ts';

const PARTIES = new Set(['INDIVIDUAL', 'ENTITY']);

const QUALITIES: Record<string, NameKind> = { Low: 'weak', 'f.k.a.': 'fka' };

/** The consolidated list of the Security Council as XML; it says on which day it was made. */
export const readUnXml: ReadList = async function* readUnXml(files, reading) {
  for (const file of files) {
    const onRoot = ({ name, attributes }: Pick<XmlElement, 'name' | 'attributes'>) => {
      if (name !== 'CONSOLIDATED_LIST') {
        throw refuseList({ file: file.name, line: 1 }, 'not a consolidated list');
      }
      const day = attributes['dateGenerated']?.slice(0, 10) ?? '';
      if (/^\d{4}-\d{2}-\d{2}$/.test(day)) reading.asOf ??= day;
    };
    for await (const { element, line } of readElements(file, { names: PARTIES, onRoot })) {
      reading.countRow(element.name.toLowerCase());
      yield readParty(element, { file: file.name, line });
    }
  }
};

function readParty(party: XmlElement, place: { file: string; line: number }): ListEntry {
  const isPerson = party.name === 'INDIVIDUAL';
  const key = textOf(party, 'REFERENCE_NUMBER');
  const names = readNames(party);
  if (key === '' || names.length === 0) throw refuseList(place, 'it has no number or no name');
  return {
    key,
    partyType: isPerson ? 'natural' : 'legal',
    names,
    identifiers: isPerson ? readDocuments(party) : [],
    status: null,
    programs: [textOf(party, 'UN_LIST_TYPE')].filter((one) => one !== ''),
    birthDates: readBirthDates(party),
    countries: texts(party, 'NATIONALITY', 'VALUE'),
    details: readDetails(party),
  };
}

/** First to fourth name are one name in four parts. */
function readNames(party: XmlElement): ListName[] {
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
  const names: ListName[] = [
    { name: parts.map((part) => textOf(party, part)).join(' '), kind: 'primary' },
    { name: textOf(party, 'NAME_ORIGINAL_SCRIPT'), kind: 'original' },
  ];
  for (const alias of childrenOf(party, `${party.name}_ALIAS`)) {
    const kind = QUALITIES[textOf(alias, 'QUALITY')] ?? 'aka';
    // Several spellings in one alias have a semicolon between.
    for (const name of textOf(alias, 'ALIAS_NAME').split(';')) names.push({ name, kind });
  }
  return names
    .map(({ name, kind }) => ({ name: name.replace(/\s+/g, ' ').trim(), kind }))
    .filter(({ name }) => name !== '');
}

function readDetails(party: XmlElement): EntryDetails {
  const found: [string, string | string[] | EntryDetails[]][] = [
    ['listedOn', textOf(party, 'LISTED_ON')],
    ['updatedOn', texts(party, 'LAST_DAY_UPDATED', 'VALUE')],
    ['gender', textOf(party, 'GENDER')],
    ['titles', texts(party, 'TITLE', 'VALUE')],
    ['designations', texts(party, 'DESIGNATION', 'VALUE')],
    ['remarks', textOf(party, 'COMMENTS1')],
    ['addresses', places(party, `${party.name}_ADDRESS`)],
    ['birthPlaces', places(party, 'INDIVIDUAL_PLACE_OF_BIRTH')],
  ];
  return Object.fromEntries(found.filter(([, value]) => value.length > 0));
}

function texts(party: XmlElement, name: string, inside: string): string[] {
  return childrenOf(party, name)
    .flatMap((one) => childrenOf(one, inside))
    .map(({ text }) => text)
    .filter((text) => text !== '');
}

const PLACE = { STREET: 'address', CITY: 'city', STATE_PROVINCE: 'state', COUNTRY: 'country' };

function places(party: XmlElement, name: string): EntryDetails[] {
  return childrenOf(party, name)
    .map((place) =>
      Object.fromEntries(
        Object.entries(PLACE)
          .map(([tag, detail]): [string, string] => [detail, textOf(place, tag)])
          .filter(([, text]) => text !== ''),
      ),
    )
    .filter((place) => Object.keys(place).length > 0);
}
