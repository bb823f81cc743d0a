import { asLooked, asPlaced, type IdForm } from './id-forms.ts';

/** A text that a reading may mean, and how much of it would have been read wrongly. */
export type Guess = { value: string; cost: number };

type Step = Guess & { at: number };

const MOST_STEPS = 160;
/** A sign that was read twice, as what it is and as what it looks like, is one too many. */
const MOST_EXTRA = 3;
const COST = { alike: 0.4, looked: 0.8, extra: 0.7, day: 0.5, knownDay: -0.5 };
const MOST_OF_DAY = 3;
/** The right one is at least so much nearer to what was read than any other with a right check digit. */
const MARGIN = 0.35;

/**
 * Returns the id with a correct check digit that is nearest to all readings of one position, though some have surplus
 * or confused characters. Undefined when there is none or another is as near. `days` are dates from other positions of
 * the page.
 */
export function guessId(
  form: IdForm,
  readings: readonly string[],
  days: ReadonlySet<string>,
): string | undefined {
  const guesses = readings.map((text) => new Map(guessesOf(form, text, days)));
  const values = new Set(guesses.flatMap((one) => [...one.keys()]));
  const most = MOST_EXTRA + 2;
  const ranked = [...values]
    .filter((value) => form.isOne(value) && form.isProven(value))
    .map((value): Guess => {
      const cost = guesses.reduce((sum, one) => sum + Math.min(most, one.get(value) ?? most), 0);
      return { value, cost: cost / readings.length };
    })
    .toSorted((one, other) => one.cost - other.cost);
  const [first, second] = ranked;
  if (first === undefined) return undefined;
  return second !== undefined && second.cost - first.cost < MARGIN ? undefined : first.value;
}

function guessesOf(
  form: IdForm,
  text: string,
  days: ReadonlySet<string>,
): (readonly [string, number])[] {
  const made = new Map<string, number>();
  const add = (value: string, cost: number): void => {
    made.set(value, Math.min(cost, made.get(value) ?? Number.POSITIVE_INFINITY));
  };
  for (const { value, cost } of walk(form, text)) {
    add(value, cost);
    const from = form.places.indexOf('999999');
    for (const day of days) {
      const wrong = Array.from(day).filter((sign, at) => sign !== value.charAt(from + at)).length;
      const withDay = value.slice(0, from) + day + value.slice(from + day.length);
      if (wrong <= MOST_OF_DAY) add(withDay, cost + wrong * COST.day + COST.knownDay);
    }
  }
  return [...made];
}

/** The likeliest ways through a form's places, sign by sign. */
function walk({ places }: IdForm, text: string): Guess[] {
  const extra = text.length - places.length;
  if (extra < 0 || extra > MOST_EXTRA) return [];
  let steps: Step[] = [{ value: '', cost: 0, at: 0 }];
  for (const [number, place] of Array.from(places).entries()) {
    const next = steps.flatMap((step) =>
      nextSteps(step, { place, text, left: extra - step.at + number }),
    );
    steps = next.toSorted((one, other) => one.cost - other.cost).slice(0, MOST_STEPS);
  }
  return steps.map(({ value, cost, at }) => ({
    value,
    cost: cost + (text.length - at) * COST.extra,
  }));
}

/** From one place to the next, leaving out up to as many signs as are `left` too many. */
function nextSteps(
  { value, cost, at }: Step,
  { place, text, left }: { place: string; text: string; left: number },
): Step[] {
  return Array.from({ length: left + 1 }, (_, skipped) => skipped).flatMap((skipped) => {
    const sign = text.charAt(at + skipped);
    const near = asPlaced(place, sign);
    return Array.from(asLooked(place, sign), (one, rank) => ({
      value: value + one,
      cost:
        cost +
        skipped * COST.extra +
        (one === sign ? 0 : near.includes(one) ? COST.alike + rank * 0.1 : COST.looked),
      at: at + skipped + 1,
    }));
  });
}
