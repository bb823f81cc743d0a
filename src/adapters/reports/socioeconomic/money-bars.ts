import type { Figure, FigureKey } from '../../../domain/socioeconomic/figures/figure.ts';
import type { DocumentGroup, DocumentSection } from '../../../domain/socioeconomic/report.ts';
import { RESERVED_FIELDS } from '../../../domain/socioeconomic/template/reserved-fields.ts';
import type { Paper, Part } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { pesos } from './show-value.ts';
import { FIGURE_WORDS, NOTHING, valueWords } from './socioeconomic-words.ts';

const BAR = { height: 12, gap: 5, label: 128, amount: 96 };
/** Colours of bars, each of which has words and an amount for prints without colours. */
const INCOME = '#1e6b3a';
const EXPENSES = '#8a5a00';
const TOTALS: Partial<Record<FigureKey, string>> = {
  total_income: INCOME,
  total_expenses: EXPENSES,
  balance: '#24527a',
};
const DEFICIT = '#9b1c1c';

/** `value` in centavos; the longest bar of those drawn together is as long as there is room. */
type Bar = { words: string; value: number; color: string };
type Bars = { title: string; bars: readonly Bar[] };

/** Income, expenses and balance as bars; those that are not known have none. */
export function drawTotals(paper: Paper, figures: readonly Figure[], within: Part): void {
  const bars = figures.flatMap(({ key, value, isPartial }): Bar[] => {
    const color = TOTALS[key];
    if (color === undefined || value === null) return [];
    const isDeficit = key === 'balance' && value < 0;
    const words = `${FIGURE_WORDS[key]}${isDeficit ? ' (déficit)' : ''}${isPartial ? ' (parcial)' : ''}`;
    return [{ words, value, color: isDeficit ? DEFICIT : color }];
  });
  drawBars(paper, { title: 'Ingresos, egresos y saldo al mes', bars }, within);
}

/** Draws the concepts of incomes and of expenses, largest first; a single concept equals the total and is left out. */
export function drawConcepts(paper: Paper, { groups }: DocumentSection, within: Part): void {
  for (const { field, title, color } of CONCEPTS) {
    const group = groups.find(({ key }) => key === field.group);
    const bars = group === undefined ? [] : barsOf(group, field.key, color);
    if (bars.length > 1) drawBars(paper, { title, bars }, within);
  }
}

const CONCEPTS = [
  { field: RESERVED_FIELDS.incomes, title: 'Ingresos por concepto', color: INCOME },
  { field: RESERVED_FIELDS.expenses, title: 'Egresos por concepto', color: EXPENSES },
] as const;
/** Maximum number of bars; the smallest further ones are drawn as one. */
const CONCEPTS_MAX = 8;

function barsOf({ columns, rows }: DocumentGroup, key: string, color: string): Bar[] {
  const amountAt = columns.findIndex((column) => column.key === key);
  const wordsAt = columns.findIndex(({ kind }) => kind === 'text' || kind === 'choice');
  const bars = rows.flatMap((row): Bar[] => {
    const amount = row[amountAt]?.value;
    const concept = row[wordsAt];
    const words = concept ? valueWords(concept) : NOTHING;
    return amount?.kind === 'money' ? [{ words, value: amount.value, color }] : [];
  });
  const sorted = bars.toSorted((left, right) => right.value - left.value);
  if (sorted.length <= CONCEPTS_MAX) return sorted;
  const rest = sorted.slice(CONCEPTS_MAX - 1);
  const value = rest.reduce((all, bar) => all + bar.value, 0);
  return [
    ...sorted.slice(0, CONCEPTS_MAX - 1),
    { words: `Los demás (${rest.length})`, value, color },
  ];
}

function drawBars(paper: Paper, { title, bars }: Bars, within: Part): void {
  if (bars.length === 0) return;
  paper.makeRoom(bars.length * (BAR.height + BAR.gap) + 32);
  paper.y += 8;
  paper.write(title, { tag: 'H3', style: STYLES.match, within });
  paper.y += 4;
  const most = Math.max(1, ...bars.map(({ value }) => Math.abs(value)));
  for (const bar of bars) drawBar(paper, { ...bar, share: Math.abs(bar.value) / most }, within);
}

function drawBar(
  paper: Paper,
  { words, value, share, color }: Bar & { share: number },
  within: Part,
): void {
  const { y } = paper;
  const { left } = paper.page;
  const space = paper.textWidth - BAR.label - BAR.amount;
  paper.adorn((doc) => {
    doc.rect(left + BAR.label, y, space, BAR.height).fill('#f1f3f6');
    doc.rect(left + BAR.label, y, Math.max(0.75, space * share), BAR.height).fill(color);
  });
  const style = STYLES.cell;
  const line = { tag: 'P', style, within } as const;
  paper.put({ ...line, lines: [shortened(paper, words)] }, { x: left, y: y + 1 });
  const right = left + paper.textWidth;
  paper.put({ ...line, lines: [pesos(value)], style: STYLES.strong }, { x: left, y, right });
  paper.y = y + BAR.height + BAR.gap;
}

/** On one line; the whole of it stands in the table of its group. */
function shortened(paper: Paper, words: string): string {
  const [first = '', ...more] = paper.wrap(words, BAR.label - 12, STYLES.cell);
  return more.length === 0 ? first : `${first}…`;
}
