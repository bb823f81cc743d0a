import type {
  EntryDetails,
  ListEntry,
  ListIdentifier,
  ListName,
  NameKind,
  PartyType,
} from '../../domain/lists/list-entry.ts';
import { type Reading, type ReadList, refuseList } from '../reading.ts';
import { readEnglishDate } from '../text/english-dates.ts';
import { childrenOf, textOf, type XmlElement } from '../xml/element-tree.ts';
import { readElements } from '../xml/read-elements.ts';
import { identifierOf } from './identifiers.ts';

const PARTS = new Set(['sdnEntry', 'publshInformation']);

const PARTIES: Record<string, PartyType> = {
  Individual: 'natural',
  Entity: 'legal',
  Vessel: 'vessel',
  Aircraft: 'aircraft',
};

const KINDS: Record<string, NameKind> = { 'a.k.a.': 'aka', 'f.k.a.': 'fka', 'n.k.a.': 'nka' };

/** OFAC's `sdn.xml` and `consolidated.xml`, whatever their namespace; they say the day of their publication. */
export const readOfacXml: ReadList = async function* readOfacXml(files, reading) {
  for (const file of files) {
    const onRoot = ({ name }: Pick<XmlElement, 'name'>) => {
      if (name !== 'sdnList') {
        throw refuseList({ file: file.name, line: 1 }, 'not a list of OFAC');
      }
    };
    for await (const { element, line } of readElements(file, { names: PARTS, onRoot })) {
      if (element.name === 'sdnEntry') yield readEntry(element, { file: file.name, line }, reading);
      else reading.asOf ??= readAmericanDay(textOf(element, 'Publish_Date'));
    }
  }
};

/** "07/23/2021". */
function readAmericanDay(text: string): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

function readEntry(
  entry: XmlElement,
  place: { file: string; line: number },
  reading: Reading,
): ListEntry {
  const key = textOf(entry, 'uid');
  const type = textOf(entry, 'sdnType');
  const partyType = PARTIES[type];
  const names = readNames(entry);
  if (key === '' || names.length === 0) throw refuseList(place, 'it has no number or no name');
  if (partyType === undefined) throw refuseList(place, 'its type is none that is known');
  reading.countRow(type.toLowerCase());
  return {
    key,
    partyType,
    names,
    identifiers: inside(entry, 'idList', 'id').flatMap(readId),
    status: null,
    programs: inside(entry, 'programList', 'program').map(({ text }) => text),
    birthDates: inside(entry, 'dateOfBirthList', 'dateOfBirthItem').flatMap((one) => {
      const date = readEnglishDate(textOf(one, 'dateOfBirth'));
      return date === null ? [] : [date];
    }),
    countries: [
      ...inside(entry, 'nationalityList', 'nationality'),
      ...inside(entry, 'citizenshipList', 'citizenship'),
    ]
      .map((one) => textOf(one, 'country'))
      .filter((country, index, all) => country !== '' && all.indexOf(country) === index),
    details: readDetails(entry),
  };
}

function inside(entry: XmlElement, list: string, name: string): readonly XmlElement[] {
  return childrenOf(entry, list).flatMap((one) => childrenOf(one, name));
}

/** As in the other formats of the list: "SURNAMES, Given". */
function nameOf(element: XmlElement): string {
  const last = textOf(element, 'lastName');
  const first = textOf(element, 'firstName');
  return first === '' ? last : `${last}, ${first}`;
}

function readNames(entry: XmlElement): ListName[] {
  const names: ListName[] = [{ name: nameOf(entry), kind: 'primary' }];
  for (const alias of inside(entry, 'akaList', 'aka')) {
    const kind = KINDS[textOf(alias, 'type')] ?? 'aka';
    names.push({ name: nameOf(alias), kind: textOf(alias, 'category') === 'weak' ? 'weak' : kind });
  }
  return names.filter(({ name }) => name !== '');
}

function readId(id: XmlElement): ListIdentifier[] {
  const country = textOf(id, 'idCountry');
  const found = identifierOf(
    textOf(id, 'idType'),
    textOf(id, 'idNumber'),
    country === '' ? null : country,
  );
  return found === null ? [] : [found];
}

function readDetails(entry: XmlElement): EntryDetails {
  const addresses = inside(entry, 'addressList', 'address').map((address) =>
    Object.fromEntries(
      Object.entries({
        address: textOf(address, 'address1'),
        city: textOf(address, 'city'),
        state: textOf(address, 'stateOrProvince'),
        country: textOf(address, 'country'),
      }).filter(([, text]) => text !== ''),
    ),
  );
  const details: [string, string | EntryDetails[]][] = [
    ['title', textOf(entry, 'title')],
    ['remarks', textOf(entry, 'remarks')],
    ['addresses', addresses],
  ];
  return Object.fromEntries(details.filter(([, value]) => value.length > 0));
}
