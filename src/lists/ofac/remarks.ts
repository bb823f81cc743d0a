import type { ListIdentifier, ListName } from '../../domain/lists/list-entry.ts';
import { readEnglishDate } from '../text/english-dates.ts';
import { identifierOf, splitLabel } from './identifiers.ts';

/** What the remarks of an entry say, item by item; `other` holds the items that are nothing of this. */
export type Remarks = {
  names: ListName[];
  identifiers: ListIdentifier[];
  birthDates: string[];
  countries: string[];
  /** Empty where it is not told. */
  gender: string;
  other: string[];
};

/**
 * The remarks of OFAC's SDN data specification: items with a semicolon between, "alt." before each further one, a full
 * stop at the end.
 */
export function readRemarks(text: string): Remarks {
  const remarks: Remarks = {
    names: [],
    identifiers: [],
    birthDates: [],
    countries: [],
    gender: '',
    other: [],
  };
  for (const item of text.match(ITEM) ?? []) {
    const plain = item.trim().replace(/^alt\.\s+/, '');
    if (plain !== '' && !readItem(remarks, plain.replace(/\.$/, ''))) remarks.other.push(plain);
  }
  return remarks;
}

/** Up to a semicolon with a blank behind it; one in the quotation marks of another name is part of that. */
const ITEM = /(?:[afn]\.k\.a\.?,?\s+"[^"]*"|[^;]|;(?!\s|$))+/giu;

function readItem(remarks: Remarks, item: string): boolean {
  for (const [pattern, take] of ITEMS) {
    const [, ...found] = pattern.exec(item) ?? [];
    if (found.length > 0) return take(remarks, found);
  }
  const identifier = readIdentifier(item);
  if (identifier !== null) remarks.identifiers.push(identifier);
  return identifier !== null;
}

/** Takes what the groups of its pattern have found; false where that says nothing after all. */
type Take = (remarks: Remarks, found: readonly (string | undefined)[]) => boolean;

const ITEMS: readonly [RegExp, Take][] = [
  [
    /^([afn])\.k\.a\.?,?\s+(?:['‘’`](.+)['‘’`]|["“”«]+(.+?)["“”»]+)$/iu,
    // Those in the remarks are the ones that OFAC itself calls weak, renamings apart.
    ({ names }, [letter = '', single, double = '']) => {
      const kind = letter.toLowerCase() === 'f' ? 'fka' : 'weak';
      return names.push({ name: (single ?? double).trim(), kind }) > 0;
    },
  ],
  [
    /^DOB\s+(.+)$/,
    ({ birthDates }, [born = '']) => {
      const date = readEnglishDate(born);
      return date !== null && birthDates.push(date) > 0;
    },
  ],
  [
    /^(?:nationality|citizen)\s+(.+)$/,
    ({ countries }, [country = '']) => countries.includes(country) || countries.push(country) > 0,
  ],
  [
    /^Gender\s+(.+)$/,
    (remarks, [gender = '']) => {
      remarks.gender = gender;
      return true;
    },
  ],
];

function readIdentifier(item: string): ListIdentifier | null {
  const found = splitLabel(item);
  if (found === null) return null;
  const [, text = '', country] =
    /^(.*?)(?:\s+\(([^()]+)\))?(?:\s+(?:issued|expires)\s.*)?$/.exec(found.rest) ?? [];
  return identifierOf(found.label, text, country ?? null);
}
