import { parseCurp, type Sex } from '../../tax/curp.ts';
import { areNear, type BirthSpan, haveCommonDay, parseBirthSpan } from './birth-span.ts';
import type { ExplanationItem, PersonalFeature } from './explanation.ts';
import type { ScreenedParty } from './screened-party.ts';

/** Evidence of a birth date, country or sex for or against two parties being the same. */
export type AttributeComparison = {
  verdict: 'supports' | 'neutral' | 'contradicts';
  items: ExplanationItem[];
};

const NO_EVIDENCE: AttributeComparison = { verdict: 'neutral', items: [] };

/**
 * Compares birth dates, including those encoded in CURPs. The verdict is `supports` when two ranges have a day in
 * common, and `contradicts` when all ranges are too many years apart.
 */
export function compareBirths(query: ScreenedParty, entry: ScreenedParty): AttributeComparison {
  const [queryBirths, entryBirths] = [listBirths(query), listBirths(entry)];
  const [queryBirth] = queryBirths;
  const [entryBirth] = entryBirths;
  if (queryBirth === undefined || entryBirth === undefined) return NO_EVIDENCE;
  const pairs = queryBirths.flatMap((a) => entryBirths.map((b): [BirthSpan, BirthSpan] => [a, b]));
  const commonPair = pairs.find(([a, b]) => haveCommonDay(a, b));
  if (commonPair !== undefined)
    return createComparison('birth', [commonPair[0].text, commonPair[1].text], 'supports');
  const verdict = pairs.some(([a, b]) => areNear(a, b)) ? 'neutral' : 'contradicts';
  return createComparison('birth', [queryBirth.text, entryBirth.text], verdict);
}

function listBirths({ birthDates, curps }: ScreenedParty): BirthSpan[] {
  const curpBirthDates = curps.flatMap((curp) => parseCurp(curp)?.birthDate ?? []);
  return [...birthDates, ...curpBirthDates].flatMap((birth) => parseBirthSpan(birth) ?? []);
}

/** Compares the sexes encoded in CURPs; other sources are not reliable enough. Equal sexes are no evidence. */
export function compareSexes(query: ScreenedParty, entry: ScreenedParty): AttributeComparison {
  const [querySex, entrySex] = [findSex(query), findSex(entry)];
  if (querySex === undefined || entrySex === undefined) return NO_EVIDENCE;
  return createComparison(
    'sex',
    [querySex, entrySex],
    querySex === entrySex ? 'neutral' : 'contradicts',
  );
}

function findSex({ curps }: ScreenedParty): Sex | undefined {
  const sexes = new Set(curps.flatMap((curp) => parseCurp(curp)?.sex ?? []));
  const [sex] = sexes;
  return sexes.size === 1 ? sex : undefined;
}

/**
 * Compares countries. The verdict is never `contradicts`: people move, and lists name any country related to a party.
 */
export function compareCountries(query: ScreenedParty, entry: ScreenedParty): AttributeComparison {
  const [queryCountry] = query.countries;
  const [entryCountry] = entry.countries;
  if (queryCountry === undefined || entryCountry === undefined) return NO_EVIDENCE;
  const commonCountry = query.countries.find((country) => entry.countries.includes(country));
  if (commonCountry !== undefined)
    return createComparison('country', [commonCountry, commonCountry], 'supports');
  return createComparison('country', [queryCountry, entryCountry], 'neutral');
}

function createComparison(
  feature: PersonalFeature,
  [query, candidate]: readonly [string, string],
  verdict: AttributeComparison['verdict'],
): AttributeComparison {
  const score = verdict === 'supports' ? 1 : 0;
  const weight = verdict === 'neutral' ? 0 : 1;
  return { verdict, items: [{ feature, query, candidate, score, weight, effect: verdict }] };
}
