import { parseCurp, type Sex } from '../../tax/curp.ts';
import { type BirthSpan, isNear, mayBeSame, readBirthSpan } from './birth-span.ts';
import type { ExplanationItem, PersonalFeature } from './explanation.ts';
import type { ScreenedParty } from './screened-party.ts';

/** What a birth, a country or a sex says for or against two parties being one. */
export type FactFinding = {
  verdict: 'supports' | 'neutral' | 'contradicts';
  items: ExplanationItem[];
};

const SILENT: FactFinding = { verdict: 'neutral', items: [] };

/**
 * Supports where both may be one day as far as both know it; contradicts where all are too many years apart. A CURP tells a
 * birth too.
 */
export function compareBirths(query: ScreenedParty, entry: ScreenedParty): FactFinding {
  const [ours, theirs] = [birthsOf(query), birthsOf(entry)];
  const [first] = ours;
  const [other] = theirs;
  if (first === undefined || other === undefined) return SILENT;
  const pairs = ours.flatMap((a) => theirs.map((b): [BirthSpan, BirthSpan] => [a, b]));
  const same = pairs.find(([a, b]) => mayBeSame(a, b));
  if (same !== undefined) return find('birth', [same[0].text, same[1].text], 'supports');
  const verdict = pairs.some(([a, b]) => isNear(a, b)) ? 'neutral' : 'contradicts';
  return find('birth', [first.text, other.text], verdict);
}

function birthsOf({ birthDates, curps }: ScreenedParty): BirthSpan[] {
  const told = curps.flatMap((curp) => parseCurp(curp)?.birthDate ?? []);
  return [...birthDates, ...told].flatMap((birth) => readBirthSpan(birth) ?? []);
}

/** By CURP alone: other sources of a sex are not sure enough to count against a match. */
export function compareSexes(query: ScreenedParty, entry: ScreenedParty): FactFinding {
  const [ours, theirs] = [sexOf(query), sexOf(entry)];
  if (ours === undefined || theirs === undefined) return SILENT;
  return find('sex', [ours, theirs], ours === theirs ? 'neutral' : 'contradicts');
}

function sexOf({ curps }: ScreenedParty): Sex | undefined {
  const sexes = new Set(curps.flatMap((curp) => parseCurp(curp)?.sex ?? []));
  const [sex] = sexes;
  return sexes.size === 1 ? sex : undefined;
}

/** Never against a match: people move, and lists name any country that they ever had to do with. */
export function compareCountries(query: ScreenedParty, entry: ScreenedParty): FactFinding {
  const [ours] = query.countries;
  const [theirs] = entry.countries;
  if (ours === undefined || theirs === undefined) return SILENT;
  const same = query.countries.find((country) => entry.countries.includes(country));
  if (same !== undefined) return find('country', [same, same], 'supports');
  return find('country', [ours, theirs], 'neutral');
}

function find(
  feature: PersonalFeature,
  [query, candidate]: readonly [string, string],
  verdict: FactFinding['verdict'],
): FactFinding {
  const score = verdict === 'supports' ? 1 : 0;
  const weight = verdict === 'neutral' ? 0 : 1;
  return { verdict, items: [{ feature, query, candidate, score, weight, effect: verdict }] };
}
