import type { ReportContent } from '../content.ts';
import { hundredths, percentage } from '../divide.ts';
import type { Figure, FigureGap, FigureInput, FigureInputKey, FigureKind } from './figure.ts';
import { type HouseholdSums, sumHousehold } from './household-sums.ts';
import type { Sum } from './sum-rows.ts';

const FORMULAS = {
  total_income: 'Σ ingresos mensuales',
  total_expenses: 'Σ egresos mensuales',
  balance: 'ingreso total − egreso total',
  savings_rate: 'saldo ÷ ingreso total',
  debt_service: 'Σ pagos mensuales de deuda ÷ ingreso total',
  dependants_per_earner: 'personas que no aportan ÷ personas que aportan',
  overcrowding: 'residentes ÷ cuartos',
} as const;

/** More than so many people a room, in hundredths. */
const OVERCROWDED_FROM = 250;
const OVERCROWDED_SOURCE =
  'CONEVAL, medición de la pobreza: más de 2.5 personas por cuarto, con la cocina y sin pasillos ni baños';

/**
 * Returns all seven figures in the order of FIGURE_KEYS, including those that cannot be computed. Money is in whole
 * centavos, quotients are rounded half up from the exact fraction. A sum with an unknown amount, and figures based on
 * it, are partial.
 */
export function figuresOf(content: ReportContent): Figure[] {
  const sums = sumHousehold(content);
  const { incomes, expenses } = sums;
  const income = total('total_income', 'incomes', incomes);
  const outgo = total('total_expenses', 'expenses', expenses);
  const balance = balanceOf(income, outgo);
  return [
    income,
    outgo,
    balance,
    quotient('savings_rate', 'percent', [
      toInput('balance', balance),
      toInput('total_income', income),
    ]),
    quotient('debt_service', 'percent', [
      summed('debt_payments', sums.debtPayments),
      toInput('total_income', income),
    ]),
    quotient('dependants_per_earner', 'ratio', [
      counted('dependants', sums.dependants),
      counted('earners', sums.earners),
    ]),
    overcrowding(sums),
  ];
}

/** An input and what it lacks; its value is null where nothing of it is known. */
type Part = { input: FigureInput | null; gaps: FigureGap[] };

function total(key: 'total_income' | 'total_expenses', of: FigureInputKey, sum: Sum): Figure {
  const { input, gaps } = summed(of, sum);
  return finish({ key, kind: 'money', value: input?.value ?? null, parts: [{ input, gaps }] });
}

function summed(key: FigureInputKey, { value, rows, isComplete }: Sum): Part {
  if (value === null) return { input: null, gaps: [{ key, reason: 'not_given' }] };
  return {
    input: { key, kind: 'money', value, of: rows },
    gaps: isComplete ? [] : [{ key, reason: 'incomplete' }],
  };
}

function counted(key: FigureInputKey, { value, isComplete }: Sum): Part {
  if (value === null) return { input: null, gaps: [{ key, reason: 'not_given' }] };
  return {
    input: { key, kind: 'count', value, of: null },
    gaps: isComplete ? [] : [{ key, reason: 'incomplete' }],
  };
}

/** A figure as what another is computed from. */
function toInput(key: 'total_income' | 'total_expenses' | 'balance', figure: Figure): Part {
  const { value, gaps } = figure;
  return { input: value === null ? null : { key, kind: 'money', value, of: null }, gaps };
}

function balanceOf(income: Figure, outgo: Figure): Figure {
  const parts = [toInput('total_income', income), toInput('total_expenses', outgo)];
  const value = income.value === null || outgo.value === null ? null : income.value - outgo.value;
  return finish({ key: 'balance', kind: 'money', value, parts });
}

type Divided = 'savings_rate' | 'debt_service' | 'dependants_per_earner' | 'overcrowding';

/** The first part of the second; none where one is not known, or the second is 0 or next to it. */
function quotient(
  key: Divided,
  kind: 'percent' | 'ratio',
  [dividend, divisor]: readonly [Part, Part],
): Figure {
  const parts = [dividend, divisor];
  if (dividend.input === null || divisor.input === null)
    return finish({ key, kind, value: null, parts });
  const undivided = (reason: 'zero' | 'too_small', of: FigureInput): Figure => {
    const lacking: Part = { input: null, gaps: [{ key: of.key, reason }] };
    return finish({ key, kind, value: null, parts: [...parts, lacking] });
  };
  if (divisor.input.value === 0) return undivided('zero', divisor.input);
  const divide = kind === 'percent' ? percentage : hundredths;
  const value = divide(dividend.input.value, divisor.input.value);
  if (!Number.isSafeInteger(value)) return undivided('too_small', divisor.input);
  return finish({ key, kind, value, parts });
}

function overcrowding({ residents, rooms }: HouseholdSums): Figure {
  const parts = [counted('residents', residents), counted('rooms', rooms)] as const;
  const figure = quotient('overcrowding', 'ratio', parts);
  const [people, space] = parts.map(({ input }) => input?.value ?? 0);
  if (figure.value === null || people === undefined || space === undefined) return figure;
  // By what it is before it is rounded.
  const isOver = people * 100 > space * OVERCROWDED_FROM;
  return { ...figure, threshold: { value: OVERCROWDED_FROM, isOver, source: OVERCROWDED_SOURCE } };
}

type Finished = {
  key: Figure['key'];
  kind: FigureKind;
  value: number | null;
  parts: readonly Part[];
};

function finish({ key, kind, value, parts }: Finished): Figure {
  const gaps = new Map(parts.flatMap((part) => part.gaps.map((gap) => [gap.key, gap] as const)));
  return {
    key,
    kind,
    value,
    formula: FORMULAS[key],
    inputs: parts.flatMap(({ input }) => (input === null ? [] : [input])),
    isPartial: value !== null && gaps.size > 0,
    gaps: [...gaps.values()],
    threshold: null,
  };
}
