import { parseCurp, type Sex } from '../tax/curp.ts';
import type { ExplanationItem, PersonalFeature } from './explanation.ts';
import type { ScreenedParty } from './screened-party.ts';

/** What a birth, a country or a sex says for or against two parties being one. */
export type FactFinding = {
  verdict: 'supports' | 'neutral' | 'contradicts';
  items: ExplanationItem[];
};

const SILENT: FactFinding = { verdict: 'neutral', items: [] };
/** Lists often know the year only about. */
const YEARS_APART_MAX = 1;

/**
 * Supports where a day is the same, or the year where one side knows no more; contradicts where all years are more
 * than one apart. A CURP tells a birth too.
 */
export function compareBirths(query: ScreenedParty, entry: ScreenedParty): FactFinding {
  const [ours, theirs] = [birthsOf(query), birthsOf(entry)];
  const [first] = ours;
  const [other] = theirs;
  if (first === undefined || other === undefined) return SILENT;
  const pairs = ours.flatMap((a) => theirs.map((b): [string, string] => [a, b]));
  const same = pairs.find(([a, b]) => isSame(a, b));
  if (same !== undefined) return find('birth', same, 'supports');
  const isNear = pairs.some(([a, b]) => Math.abs(yearOf(a) - yearOf(b)) <= YEARS_APART_MAX);
  return find('birth', [first, other], isNear ? 'neutral' : 'contradicts');
}

/** One is as exact as the other or less, and as far as it goes the same. */
function isSame(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function yearOf(birth: string): number {
  return Number(birth.slice(0, 4));
}

const BIRTH = /^\d{4}(-\d{2}){0,2}$/;

function birthsOf({ birthDates, curps }: ScreenedParty): string[] {
  const told = curps.flatMap((curp) => parseCurp(curp)?.birthDate ?? []);
  return [...birthDates.filter((birth) => BIRTH.test(birth)), ...told];
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
