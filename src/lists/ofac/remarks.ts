import type { ListIdentifier, ListName } from '../../domain/lists/list-entry.ts';
import { parseEnglishDate } from '../text/english-dates.ts';
import { splitLabel, toIdentifier } from './identifiers.ts';

/** Parsed remarks of an entry. `unparsed` has the items of unknown kinds. */
export type Remarks = {
  names: ListName[];
  identifiers: ListIdentifier[];
  birthDates: string[];
  countries: string[];
  /** Empty when the remarks do not state it. */
  gender: string;
  unparsed: string[];
};

/**
 * Parses the remarks of OFAC's SDN data specification: items separated by semicolons, repeated kinds prefixed with
 * "alt.", and a full stop at the end.
 */
export function readRemarks(text: string): Remarks {
  const remarks: Remarks = {
    names: [],
    identifiers: [],
    birthDates: [],
    countries: [],
    gender: '',
    unparsed: [],
  };
  for (const item of text.match(ITEM_PATTERN) ?? []) {
    const trimmed = item.trim().replace(/^alt\.\s+/, '');
    if (trimmed !== '' && !readItem(remarks, trimmed.replace(/\.$/, '')))
      remarks.unparsed.push(trimmed);
  }
  return remarks;
}

/** Item up to a semicolon followed by a space. A semicolon within the quotation marks of an alias is part of it. */
const ITEM_PATTERN = /(?:[afn]\.k\.a\.?,?\s+"[^"]*"|[^;]|;(?!\s|$))+/giu;

function readItem(remarks: Remarks, item: string): boolean {
  for (const [pattern, apply] of ITEM_HANDLERS) {
    const [, ...groups] = pattern.exec(item) ?? [];
    if (groups.length > 0) return apply(remarks, groups);
  }
  const identifier = readIdentifier(item);
  if (identifier !== null) remarks.identifiers.push(identifier);
  return identifier !== null;
}

/** Adds the groups of a match to the remarks. Returns false when they are not a valid item. */
type ItemHandler = (remarks: Remarks, groups: readonly (string | undefined)[]) => boolean;

const ITEM_HANDLERS: readonly [RegExp, ItemHandler][] = [
  // a.k.a. 'EL NEGRO'; f.k.a. "ACME LTD."
  [
    /^([afn])\.k\.a\.?,?\s+(?:['‘’`](.+)['‘’`]|["“”«]+(.+?)["“”»]+)$/iu,
    // Names in the remarks are those that OFAC calls weak, except former names.
    ({ names }, [letter = '', single, double = '']) => {
      const kind = letter.toLowerCase() === 'f' ? 'fka' : 'weak';
      names.push({ name: (single ?? double).trim(), kind });
      return true;
    },
  ],
  // DOB circa 1960; alt. DOB 25 Dec 1954
  [
    /^DOB\s+(.+)$/,
    ({ birthDates }, [dateText = '']) => {
      const date = parseEnglishDate(dateText);
      if (date === null) return false;
      birthDates.push(date);
      return true;
    },
  ],
  [
    /^(?:nationality|citizen)\s+(.+)$/,
    ({ countries }, [country = '']) => {
      if (!countries.includes(country)) countries.push(country);
      return true;
    },
  ],
  [
    /^Gender\s+(.+)$/,
    (remarks, [gender = '']) => {
      remarks.gender = gender;
      return true;
    },
  ],
];

/** Reads an item, for example "Passport A123456 (Iran) issued 01 Jan 2010 expires 01 Jan 2020". */
function readIdentifier(item: string): ListIdentifier | null {
  const labelledText = splitLabel(item);
  if (labelledText === null) return null;
  const [, text = '', country] =
    /^(.*?)(?:\s+\(([^()]+)\))?(?:\s+(?:issued|expires)\s.*)?$/.exec(labelledText.rest) ?? [];
  return toIdentifier(labelledText.label, text, country ?? null);
}
