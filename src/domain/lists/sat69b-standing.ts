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

/** What decides whether one procedure of a taxpayer is another's: what was published of its stages. */
export type Sat69bProcedure = {
  list: string;
  standing: Sat69bStanding;
  notices: readonly {
    stage: Sat69bStanding;
    office: string | null;
    publishedOn: readonly string[];
  }[];
};

/**
 * Which of a taxpayer's definitive procedures a court has overruled: another row of the same list is a favourable ruling,
 * names one of the same letters, and was published after the newest definitive notice. A procedure that was
 * decided anew after a ruling stands, and so does one of which no day is known.
 */
export function findOverruled<P extends Sat69bProcedure>(procedures: readonly P[]): ReadonlySet<P> {
  const rulings = procedures.filter(({ standing }) => standing === 'favorable_ruling');
  return new Set(
    procedures.filter(
      (one) =>
        one.standing === 'definitive' &&
        rulings.some((ruling) => ruling.list === one.list && isOverruledBy(one, ruling)),
    ),
  );
}

/** How each of a taxpayer's rows counts: one that is overruled as the ruling. */
export function standingsInForce(rows: readonly Sat69bProcedure[]): Sat69bStanding[] {
  const overruled = findOverruled(rows);
  return rows.map((row) => (overruled.has(row) ? 'favorable_ruling' : row.standing));
}

function isOverruledBy(definitive: Sat69bProcedure, ruling: Sat69bProcedure): boolean {
  const decided = newestOf(definitive, 'definitive');
  const ruled = newestOf(ruling, 'favorable_ruling');
  if (decided === undefined || ruled === undefined || ruled <= decided) return false;
  const letters = lettersOf(definitive);
  return lettersOf(ruling).some((letter) => letters.includes(letter));
}

function newestOf({ notices }: Sat69bProcedure, stage: Sat69bStanding): string | undefined {
  return notices
    .filter((notice) => notice.stage === stage)
    .flatMap(({ publishedOn }) => publishedOn)
    .toSorted()
    .at(-1);
}

/** "500-05-2018-16632 de fecha …" and "500 05 2018 16632 …" are one letter; a cell may name several. */
const LETTER = /\d{3}[- ]\d{2}(?:[- ]\d{2})*[- ]\d{4}[- ]\d+/g;

/** Those that presumed and decided: one ruling is published about many taxpayers in a letter of its own. */
function lettersOf({ notices }: Sat69bProcedure): string[] {
  return notices
    .filter(({ stage }) => stage === 'presumed' || stage === 'definitive')
    .flatMap(({ office }) => office?.match(LETTER) ?? [])
    .map((letter) => letter.replaceAll(' ', '-'));
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
