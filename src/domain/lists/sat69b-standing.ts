/**
 * Where a taxpayer's procedure of article 69-B stands, the worst first. `bis_definitive` is of article 69-B Bis; of
 * `rebutted` and `favorable_ruling` neither is worse.
 */
export const SAT69B_STANDINGS = [
  'definitive',
  'presumed',
  'bis_definitive',
  'rebutted',
  'favorable_ruling',
] as const;
export type Sat69bStanding = (typeof SAT69B_STANDINGS)[number];

const ADVERSE: ReadonlySet<Sat69bStanding> = new Set(['definitive', 'presumed', 'bis_definitive']);

const STANDING_OF: ReadonlyMap<string, Sat69bStanding> = new Map([
  ['Definitivo', 'definitive'],
  ['Presunto', 'presumed'],
  ['Desvirtuado', 'rebutted'],
  ['Sentencia Favorable', 'favorable_ruling'],
]);

/** The authority's own word for it; throws for one that no reader lets in. */
export function standingOf(source: string, word: string | null): Sat69bStanding {
  const standing = STANDING_OF.get(word ?? '');
  if (standing === undefined) throw new Error(`An entry of ${source} has an unknown status.`);
  return source === 'sat69b-bis' && standing === 'definitive' ? 'bis_definitive' : standing;
}

export type Sat69bJudgment = {
  /** Null: a list is missing that might say worse. */
  verdict: Sat69bStanding | 'not_listed' | null;
  /** Null where the verdict is. */
  isAdverse: boolean | null;
  /** Whether several procedures stand differently. */
  isMixed: boolean;
};

/** The worst of all rows. What is not adverse is said only where every list was looked at. */
export function judgeStandings(
  standings: readonly Sat69bStanding[],
  { isComplete }: { isComplete: boolean },
): Sat69bJudgment {
  const isMixed = new Set(standings).size > 1;
  const worst = SAT69B_STANDINGS.find((one) => standings.includes(one));
  if (worst !== undefined && ADVERSE.has(worst))
    return { verdict: worst, isAdverse: true, isMixed };
  if (!isComplete) return { verdict: null, isAdverse: null, isMixed };
  return { verdict: worst ?? 'not_listed', isAdverse: false, isMixed };
}
