/**
 * Statuses (standings) of a taxpayer's procedure of article 69-B, worst first. `bis_definitive` is the definitive
 * standing of article 69-B Bis; `rebutted` and `favorable_ruling` are equally good.
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

const STANDING_BY_STATUS: ReadonlyMap<string, Sat69bStanding> = new Map([
  ['Definitivo', 'definitive'],
  ['Presunto', 'presumed'],
  ['Desvirtuado', 'rebutted'],
  ['Sentencia Favorable', 'favorable_ruling'],
]);

/** Converts the status as the authority publishes it in `list`. Throws for a status that the parser never accepts. */
export function toSat69bStanding(list: string, status: string | null): Sat69bStanding {
  const standing = STANDING_BY_STATUS.get(status ?? '');
  if (standing === undefined) throw new Error(`An entry of ${list} has an unknown status.`);
  return list === 'sat69b-bis' && standing === 'definitive' ? 'bis_definitive' : standing;
}

/** Procedure against one taxpayer in one list, with its published notices. */
export type Sat69bProcedure = {
  /** Code of the list. */
  list: string;
  /** Current status. */
  standing: Sat69bStanding;
  notices: readonly {
    /** Status that the notice announced. */
    stage: Sat69bStanding;
    /** Numbers of official letters (oficios) in one text, as published; null when the notice has none. */
    office: string | null;
    publishedOn: readonly string[];
  }[];
};

/**
 * Returns the definitive procedures that a court has overruled. Such a procedure has a favorable ruling in the same
 * list that cites a letter of the procedure and was published after its newest definitive notice. A procedure that was
 * decided again after the ruling is not overruled, nor is one without known dates.
 */
export function findOverruledProcedures<P extends Sat69bProcedure>(
  procedures: readonly P[],
): ReadonlySet<P> {
  const rulings = procedures.filter(({ standing }) => standing === 'favorable_ruling');
  return new Set(
    procedures.filter(
      (procedure) =>
        procedure.standing === 'definitive' &&
        rulings.some(
          (ruling) => ruling.list === procedure.list && isOverruledBy(procedure, ruling),
        ),
    ),
  );
}

/** Returns the effective standing of each procedure: an overruled one counts as `favorable_ruling`. */
export function listEffectiveStandings(procedures: readonly Sat69bProcedure[]): Sat69bStanding[] {
  const overruled = findOverruledProcedures(procedures);
  return procedures.map((procedure) =>
    overruled.has(procedure) ? 'favorable_ruling' : procedure.standing,
  );
}

function isOverruledBy(definitive: Sat69bProcedure, ruling: Sat69bProcedure): boolean {
  const decidedOn = findNewestNotice(definitive, 'definitive');
  const ruledOn = findNewestNotice(ruling, 'favorable_ruling');
  if (decidedOn === undefined || ruledOn === undefined || ruledOn <= decidedOn) return false;
  const letters = listLetters(definitive);
  return listLetters(ruling).some((letter) => letters.includes(letter));
}

function findNewestNotice({ notices }: Sat69bProcedure, stage: Sat69bStanding): string | undefined {
  return notices
    .filter((notice) => notice.stage === stage)
    .flatMap(({ publishedOn }) => publishedOn)
    .toSorted()
    .at(-1);
}

/**
 * Number of an official letter; a cell may contain several. "500-05-2018-16632 de fecha …" and "500 05 2018 16632 …"
 * denote the same letter.
 */
const LETTER = /\d{3}[- ]\d{2}(?:[- ]\d{2})*[- ]\d{4}[- ]\d+/g;

/**
 * Returns the letters of the presumption and the decision; a ruling has its own letter, which covers many taxpayers.
 */
function listLetters({ notices }: Sat69bProcedure): string[] {
  return notices
    .filter(({ stage }) => stage === 'presumed' || stage === 'definitive')
    .flatMap(({ office }) => office?.match(LETTER) ?? [])
    .map((letter) => letter.replaceAll(' ', '-'));
}

export type Sat69bAssessment = {
  /** Worst standing. Null when no adverse standing was found and not every list was searched. */
  verdict: Sat69bStanding | 'not_listed' | null;
  /** Null when the verdict is null. */
  isAdverse: boolean | null;
  /** True when several procedures have different standings. */
  isMixed: boolean;
};

/**
 * Returns the worst standing. A non-adverse verdict requires that every list was searched (`isComplete`); an adverse
 * one does not, although a list that was not searched might state a worse standing.
 */
export function assessStandings(
  standings: readonly Sat69bStanding[],
  { isComplete }: { isComplete: boolean },
): Sat69bAssessment {
  const isMixed = new Set(standings).size > 1;
  const worst = SAT69B_STANDINGS.find((standing) => standings.includes(standing));
  if (worst !== undefined && ADVERSE.has(worst))
    return { verdict: worst, isAdverse: true, isMixed };
  if (!isComplete) return { verdict: null, isAdverse: null, isMixed };
  return { verdict: worst ?? 'not_listed', isAdverse: false, isMixed };
}
