import type { ReportContent } from '../content.ts';
import { toHundredths, toPercentHundredths } from '../divide.ts';
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

/** People per room above which a home is overcrowded, in hundredths. */
const OVERCROWDING_THRESHOLD = 250;
const OVERCROWDING_SOURCE =
  'CONEVAL, medición de la pobreza: más de 2.5 personas por cuarto, con la cocina y sin pasillos ni baños';

/**
 * Returns all seven figures in the order of FIGURE_KEYS, including those that cannot be computed. Money is in whole
 * centavos, quotients are rounded half up from the exact fraction. A sum with an unknown amount, and figures based on
 * it, are partial.
 */
export function computeFigures(content: ReportContent): Figure[] {
  const sums = sumHousehold(content);
  const { incomes, expenses } = sums;
  const totalIncome = createTotal('total_income', 'incomes', incomes);
  const totalExpenses = createTotal('total_expenses', 'expenses', expenses);
  const balance = computeBalance(totalIncome, totalExpenses);
  return [
    totalIncome,
    totalExpenses,
    balance,
    computeQuotient('savings_rate', 'percent', [
      toFigurePart('balance', balance),
      toFigurePart('total_income', totalIncome),
    ]),
    computeQuotient('debt_service', 'percent', [
      toSumPart('debt_payments', sums.debtPayments),
      toFigurePart('total_income', totalIncome),
    ]),
    computeQuotient('dependants_per_earner', 'ratio', [
      toCountPart('dependants', sums.dependants),
      toCountPart('earners', sums.earners),
    ]),
    computeOvercrowding(sums),
  ];
}

/** Input of a figure with its gaps; the input is null when its value is unknown. */
type FigurePart = { input: FigureInput | null; gaps: FigureGap[] };

function createTotal(
  key: 'total_income' | 'total_expenses',
  inputKey: FigureInputKey,
  sum: Sum,
): Figure {
  const { input, gaps } = toSumPart(inputKey, sum);
  return createFigure({
    key,
    kind: 'money',
    value: input?.value ?? null,
    parts: [{ input, gaps }],
  });
}

function toSumPart(key: FigureInputKey, { value, rows, isComplete }: Sum): FigurePart {
  if (value === null) return { input: null, gaps: [{ key, reason: 'not_given' }] };
  return {
    input: { key, kind: 'money', value, of: rows },
    gaps: isComplete ? [] : [{ key, reason: 'incomplete' }],
  };
}

function toCountPart(key: FigureInputKey, { value, isComplete }: Sum): FigurePart {
  if (value === null) return { input: null, gaps: [{ key, reason: 'not_given' }] };
  return {
    input: { key, kind: 'count', value, of: null },
    gaps: isComplete ? [] : [{ key, reason: 'incomplete' }],
  };
}

/** Converts a figure to the input of another. */
function toFigurePart(
  key: 'total_income' | 'total_expenses' | 'balance',
  figure: Figure,
): FigurePart {
  const { value, gaps } = figure;
  return { input: value === null ? null : { key, kind: 'money', value, of: null }, gaps };
}

function computeBalance(totalIncome: Figure, totalExpenses: Figure): Figure {
  const parts = [
    toFigurePart('total_income', totalIncome),
    toFigurePart('total_expenses', totalExpenses),
  ];
  const value =
    totalIncome.value === null || totalExpenses.value === null
      ? null
      : totalIncome.value - totalExpenses.value;
  return createFigure({ key: 'balance', kind: 'money', value, parts });
}

type QuotientKey = 'savings_rate' | 'debt_service' | 'dependants_per_earner' | 'overcrowding';

/** Computes dividend ÷ divisor. The value is null when either is unknown, or the divisor is zero or too small. */
function computeQuotient(
  key: QuotientKey,
  kind: 'percent' | 'ratio',
  [dividend, divisor]: readonly [FigurePart, FigurePart],
): Figure {
  const parts = [dividend, divisor];
  if (dividend.input === null || divisor.input === null)
    return createFigure({ key, kind, value: null, parts });
  const createWithoutValue = (reason: 'zero' | 'too_small', input: FigureInput): Figure => {
    const gap: FigurePart = { input: null, gaps: [{ key: input.key, reason }] };
    return createFigure({ key, kind, value: null, parts: [...parts, gap] });
  };
  if (divisor.input.value === 0) return createWithoutValue('zero', divisor.input);
  const divide = kind === 'percent' ? toPercentHundredths : toHundredths;
  const value = divide(dividend.input.value, divisor.input.value);
  if (!Number.isSafeInteger(value)) return createWithoutValue('too_small', divisor.input);
  return createFigure({ key, kind, value, parts });
}

function computeOvercrowding({ residents, rooms }: HouseholdSums): Figure {
  const parts = [toCountPart('residents', residents), toCountPart('rooms', rooms)] as const;
  const figure = computeQuotient('overcrowding', 'ratio', parts);
  const [residentCount, roomCount] = parts.map(({ input }) => input?.value ?? 0);
  if (figure.value === null || residentCount === undefined || roomCount === undefined)
    return figure;
  // The exact fraction is compared, not the rounded value.
  const isOver = residentCount * 100 > roomCount * OVERCROWDING_THRESHOLD;
  return {
    ...figure,
    threshold: { value: OVERCROWDING_THRESHOLD, isOver, source: OVERCROWDING_SOURCE },
  };
}

type FigureDraft = {
  key: Figure['key'];
  kind: FigureKind;
  value: number | null;
  parts: readonly FigurePart[];
};

function createFigure({ key, kind, value, parts }: FigureDraft): Figure {
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
