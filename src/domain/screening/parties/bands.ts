/**
 * Strength of a match, strongest first. Each contradiction lowers the band by one step, never below the last: the
 * match is still shown.
 */
export const BANDS = [
  'identifier_exact',
  'rfc10_plus_name',
  'name_plus_dob',
  'name_exact_no_dob',
  'name_fuzzy',
  'name_contradicted',
] as const;
export type Band = (typeof BANDS)[number];

/** Returns the band some steps weaker. An exact identifier is not lowered by other facts. */
export function lowerBand(band: Band, steps: number): Band {
  if (band === 'identifier_exact') return band;
  const index = Math.min(BANDS.indexOf(band) + steps, BANDS.length - 1);
  return BANDS[index] ?? 'name_contradicted';
}

type RankedMatch = { band: Band; score: number; rarity: number };

/** Comparator for sorting matches: stronger band first, then higher score, then rarer words. */
export function compareMatches(a: RankedMatch, b: RankedMatch): number {
  return BANDS.indexOf(a.band) - BANDS.indexOf(b.band) || b.score - a.score || b.rarity - a.rarity;
}
