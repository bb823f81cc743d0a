/**
 * How strong a match is, the strongest first. What speaks against a match lowers its band by one for each, never
 * below the last: it is shown all the same.
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

/** The band some steps weaker; what an identifier says no other fact lowers. */
export function lowerBand(band: Band, steps: number): Band {
  if (band === 'identifier_exact') return band;
  const at = Math.min(BANDS.indexOf(band) + steps, BANDS.length - 1);
  return BANDS[at] ?? 'name_contradicted';
}

type Ranked = { band: Band; score: number; rarity: number };

/** For sorting: the stronger band first, then the higher score, then the rarer words. */
export function compareMatches(a: Ranked, b: Ranked): number {
  return BANDS.indexOf(a.band) - BANDS.indexOf(b.band) || b.score - a.score || b.rarity - a.rarity;
}
