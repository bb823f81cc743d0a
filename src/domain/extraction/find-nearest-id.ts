import { correctCharacter, type IdFormat, listLookalikes } from './id-formats.ts';

/** Possible value of an id. The cost grows with the number and kind of assumed reading errors. */
export type IdCandidate = { value: string; cost: number };

type BeamState = IdCandidate & { position: number };

/** Number of candidates that are continued after each position, which bounds the time. */
const BEAM_WIDTH = 160;
/** Maximum number of surplus characters of a reading: OCR may read one character as two. */
const SURPLUS_MAX = 3;
/** Costs of one assumed error. `knownDate` is a discount for a date that is also elsewhere on the page. */
const COST = {
  confusable: 0.4,
  lookalike: 0.8,
  surplus: 0.7,
  wrongDateDigit: 0.5,
  knownDate: -0.5,
};
/** Maximum number of digits in which a date that was read may differ from a known date: half of them. */
const WRONG_DATE_DIGITS_MAX = 3;
/** Cost of a candidate that one reading does not support, above the usual costs of one that it does. */
const UNSUPPORTED_COST = 5;
/** Cost of each less probable replacement of a confused character, so that equal candidates have an order. */
const RANK_COST = 0.1;
/** Minimum distance in cost between the best and the second candidate; below it, the id is ambiguous. */
const COST_DISTANCE_MIN = 0.35;

/**
 * Returns the id with a correct check digit that is nearest to all readings of one location, which may have surplus or
 * confused characters. Undefined when there is none or another costs nearly as much. `dates` are dates from elsewhere
 * on the page, as `YYMMDD`.
 */
export function findNearestId(
  format: IdFormat,
  readings: readonly string[],
  dates: ReadonlySet<string>,
): string | undefined {
  const costsByReading = readings.map((text) => scoreCandidates(format, text, dates));
  const values = new Set(costsByReading.flatMap((costs) => [...costs.keys()]));

  const ranked = [...values]
    .filter((value) => format.isWellFormed(value) && format.hasValidCheckDigit(value))
    .map((value): IdCandidate => {
      const cost = costsByReading.reduce(
        (sum, costs) => sum + Math.min(UNSUPPORTED_COST, costs.get(value) ?? UNSUPPORTED_COST),
        0,
      );
      return { value, cost: cost / readings.length };
    })
    .toSorted((first, second) => first.cost - second.cost);
  const [best, runnerUp] = ranked;
  if (best === undefined) return undefined;
  return runnerUp !== undefined && runnerUp.cost - best.cost < COST_DISTANCE_MIN
    ? undefined
    : best.value;
}

/** Returns the possible values of one reading with their lowest cost. */
function scoreCandidates(
  format: IdFormat,
  text: string,
  dates: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  const add = (value: string, cost: number): void => {
    costs.set(value, Math.min(cost, costs.get(value) ?? Number.POSITIVE_INFINITY));
  };
  for (const { value, cost } of searchAlignments(format, text)) {
    add(value, cost);
    // Each known date is tried instead of the date that was read.
    const dateStart = format.pattern.indexOf('999999');
    for (const date of dates) {
      const wrongDigits = Array.from(date).filter(
        (digit, index) => digit !== value.charAt(dateStart + index),
      ).length;
      const withDate = value.slice(0, dateStart) + date + value.slice(dateStart + date.length);
      if (wrongDigits <= WRONG_DATE_DIGITS_MAX)
        add(withDate, cost + wrongDigits * COST.wrongDateDigit + COST.knownDate);
    }
  }
  return costs;
}

/** Beam search: aligns a text with the character classes of a format and returns the candidates of lowest cost. */
function searchAlignments({ pattern }: IdFormat, text: string): IdCandidate[] {
  const surplus = text.length - pattern.length;
  if (surplus < 0 || surplus > SURPLUS_MAX) return [];
  let states: BeamState[] = [{ value: '', cost: 0, position: 0 }];
  for (const [index, characterClass] of Array.from(pattern).entries()) {
    const nextStates = states.flatMap((state) =>
      advance(state, { characterClass, text, surplusMax: surplus - state.position + index }),
    );
    states = nextStates.toSorted((first, second) => first.cost - second.cost).slice(0, BEAM_WIDTH);
  }
  return states.map(({ value, cost, position }) => ({
    value,
    cost: cost + (text.length - position) * COST.surplus,
  }));
}

/** Returns the states after one more character, skipping up to `surplusMax` characters. */
function advance(
  { value, cost, position }: BeamState,
  {
    characterClass,
    text,
    surplusMax,
  }: { characterClass: string; text: string; surplusMax: number },
): BeamState[] {
  return Array.from({ length: surplusMax + 1 }, (_, skipped) => skipped).flatMap((skipped) => {
    const character = text.charAt(position + skipped);
    const confusable = correctCharacter(characterClass, character);
    return Array.from(listLookalikes(characterClass, character), (replacement, rank) => ({
      value: value + replacement,
      cost:
        cost +
        skipped * COST.surplus +
        (replacement === character
          ? 0
          : confusable.includes(replacement)
            ? COST.confusable + rank * RANK_COST
            : COST.lookalike),
      position: position + skipped + 1,
    }));
  });
}
