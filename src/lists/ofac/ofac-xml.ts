import type {
  EntryDetails,
  ListEntry,
  ListIdentifier,
  ListName,
  NameKind,
  PartyType,
} from '../../domain/lists/list-entry.ts';
import { createListError, type ListReader, type ReadReport } from '../list-reader.ts';
import { parseEnglishDate } from '../text/english-dates.ts';
import { getChildText, listChildren, type XmlElement } from '../xml/element-tree.ts';
import { readElements } from '../xml/read-elements.ts';
import { toIdentifier } from './identifiers.ts';

const ELEMENT_NAMES = new Set(['sdnEntry', 'publshInformation']);

const PARTY_TYPES: Record<string, PartyType> = {
  Individual: 'natural',
  Entity: 'legal',
  Vessel: 'vessel',
  Aircraft: 'aircraft',
};

const KIND_BY_ALIAS_TYPE: Record<string, NameKind> = {
  'a.k.a.': 'aka',
  'f.k.a.': 'fka',
  'n.k.a.': 'nka',
};

/** Reader of OFAC's `sdn.xml` and `consolidated.xml`, in any namespace. The files state their date of publication. */
export const readOfacXml: ListReader = async function* readOfacXml(files, report) {
  for (const file of files) {
    const onRoot = ({ name }: Pick<XmlElement, 'name'>) => {
      if (name !== 'sdnList') {
        throw createListError({ file: file.name, line: 1 }, 'not a list of OFAC');
      }
    };
    for await (const { element, line } of readElements(file, { names: ELEMENT_NAMES, onRoot })) {
      if (element.name === 'sdnEntry') yield readEntry(element, { file: file.name, line }, report);
      else report.asOf ??= parseAmericanDate(getChildText(element, 'Publish_Date'));
    }
  }
};

/** Parses a date like "07/23/2021". */
function parseAmericanDate(text: string): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

function readEntry(
  entry: XmlElement,
  location: { file: string; line: number },
  report: ReadReport,
): ListEntry {
  const key = getChildText(entry, 'uid');
  const type = getChildText(entry, 'sdnType');
  const partyType = PARTY_TYPES[type];
  const names = readNames(entry);
  if (key === '' || names.length === 0)
    throw createListError(location, 'it has no number or no name');
  if (partyType === undefined) throw createListError(location, 'its type is none that is known');
  report.countRow(type.toLowerCase());
  return {
    key,
    partyType,
    names,
    identifiers: listNested(entry, 'idList', 'id').flatMap(toIdentifiers),
    status: null,
    programs: listNested(entry, 'programList', 'program').map(({ text }) => text),
    birthDates: listNested(entry, 'dateOfBirthList', 'dateOfBirthItem').flatMap((element) => {
      const date = parseEnglishDate(getChildText(element, 'dateOfBirth'));
      return date === null ? [] : [date];
    }),
    countries: [
      ...listNested(entry, 'nationalityList', 'nationality'),
      ...listNested(entry, 'citizenshipList', 'citizenship'),
    ]
      .map((element) => getChildText(element, 'country'))
      .filter((country, index, all) => country !== '' && all.indexOf(country) === index),
    details: readDetails(entry),
  };
}

function listNested(entry: XmlElement, list: string, name: string): readonly XmlElement[] {
  return listChildren(entry, list).flatMap((container) => listChildren(container, name));
}

/** Returns the name in the notation of the other formats of the list: "SURNAMES, Given". */
function getName(element: XmlElement): string {
  const lastName = getChildText(element, 'lastName');
  const firstName = getChildText(element, 'firstName');
  return firstName === '' ? lastName : `${lastName}, ${firstName}`;
}

function readNames(entry: XmlElement): ListName[] {
  const names: ListName[] = [{ name: getName(entry), kind: 'primary' }];
  for (const alias of listNested(entry, 'akaList', 'aka')) {
    const kind = KIND_BY_ALIAS_TYPE[getChildText(alias, 'type')] ?? 'aka';
    names.push({
      name: getName(alias),
      kind: getChildText(alias, 'category') === 'weak' ? 'weak' : kind,
    });
  }
  return names.filter(({ name }) => name !== '');
}

function toIdentifiers(id: XmlElement): ListIdentifier[] {
  const country = getChildText(id, 'idCountry');
  const identifier = toIdentifier(
    getChildText(id, 'idType'),
    getChildText(id, 'idNumber'),
    country === '' ? null : country,
  );
  return identifier === null ? [] : [identifier];
}

function readDetails(entry: XmlElement): EntryDetails {
  const addresses = listNested(entry, 'addressList', 'address').map((address) =>
    Object.fromEntries(
      Object.entries({
        address: getChildText(address, 'address1'),
        city: getChildText(address, 'city'),
        state: getChildText(address, 'stateOrProvince'),
        country: getChildText(address, 'country'),
      }).filter(([, text]) => text !== ''),
    ),
  );
  const details: [string, string | EntryDetails[]][] = [
    ['title', getChildText(entry, 'title')],
    ['remarks', getChildText(entry, 'remarks')],
    ['addresses', addresses],
  ];
  return Object.fromEntries(details.filter(([, value]) => value.length > 0));
}
