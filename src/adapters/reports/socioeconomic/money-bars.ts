import type { Figure, FigureKey } from '../../../domain/socioeconomic/figures/figure.ts';
import type { DocumentGroup, DocumentSection } from '../../../domain/socioeconomic/report.ts';
import { RESERVED_FIELDS } from '../../../domain/socioeconomic/template/reserved-fields.ts';
import type { Paper, StructureElement } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { formatPesos } from './format-value.ts';
import { FIGURE_WORDS, formatValue, NOTHING } from './socioeconomic-words.ts';

const BAR = { height: 12, gap: 5, label: 128, amount: 96 };
/** Colours of the bars. Each bar also has a label and an amount, for prints without colours. */
const INCOME = '#1e6b3a';
const EXPENSES = '#8a5a00';
const TOTALS: Partial<Record<FigureKey, string>> = {
  total_income: INCOME,
  total_expenses: EXPENSES,
  balance: '#24527a',
};
const DEFICIT = '#9b1c1c';

/** Bar with a `value` in centavos. The largest value of a chart takes the full width. */
type Bar = { words: string; value: number; color: string };
type Bars = { title: string; bars: readonly Bar[] };

/** Draws income, expenses and balance as bars. A figure without a value has no bar. */
export function drawTotals(
  paper: Paper,
  figures: readonly Figure[],
  within: StructureElement,
): void {
  const bars = figures.flatMap(({ key, value, isPartial }): Bar[] => {
    const color = TOTALS[key];
    if (color === undefined || value === null) return [];
    const isDeficit = key === 'balance' && value < 0;
    const words = `${FIGURE_WORDS[key]}${isDeficit ? ' (déficit)' : ''}${isPartial ? ' (parcial)' : ''}`;
    return [{ words, value, color: isDeficit ? DEFICIT : color }];
  });
  drawBars(paper, { title: 'Ingresos, egresos y saldo al mes', bars }, within);
}

/** Draws the incomes and expenses by concept, largest first. Omits a chart of one concept, which equals the total. */
export function drawConcepts(
  paper: Paper,
  { groups }: DocumentSection,
  within: StructureElement,
): void {
  for (const { field, title, color } of CONCEPTS) {
    const group = groups.find(({ key }) => key === field.group);
    const bars = group === undefined ? [] : createBars(group, field.key, color);
    if (bars.length > 1) drawBars(paper, { title, bars }, within);
  }
}

const CONCEPTS = [
  { field: RESERVED_FIELDS.incomes, title: 'Ingresos por concepto', color: INCOME },
  { field: RESERVED_FIELDS.expenses, title: 'Egresos por concepto', color: EXPENSES },
] as const;
/** Maximum number of bars of a chart. The smallest concepts beyond it are added up in the last bar. */
const CONCEPTS_MAX = 8;

function createBars({ columns, rows }: DocumentGroup, key: string, color: string): Bar[] {
  const amountIndex = columns.findIndex((column) => column.key === key);
  const labelIndex = columns.findIndex(({ kind }) => kind === 'text' || kind === 'choice');
  const bars = rows.flatMap((row): Bar[] => {
    const amount = row[amountIndex]?.value;
    const concept = row[labelIndex];
    const words = concept ? formatValue(concept) : NOTHING;
    return amount?.kind === 'money' ? [{ words, value: amount.value, color }] : [];
  });
  const sorted = bars.toSorted((left, right) => right.value - left.value);
  if (sorted.length <= CONCEPTS_MAX) return sorted;
  const others = sorted.slice(CONCEPTS_MAX - 1);
  const value = others.reduce((sum, bar) => sum + bar.value, 0);
  return [
    ...sorted.slice(0, CONCEPTS_MAX - 1),
    { words: `Los demás (${others.length})`, value, color },
  ];
}

function drawBars(paper: Paper, { title, bars }: Bars, within: StructureElement): void {
  if (bars.length === 0) return;
  paper.ensureHeight(bars.length * (BAR.height + BAR.gap) + 32);
  paper.y += 8;
  paper.write(title, { tag: 'H3', style: STYLES.match, within });
  paper.y += 4;
  const maxValue = Math.max(1, ...bars.map(({ value }) => Math.abs(value)));
  for (const bar of bars)
    drawBar(paper, { ...bar, fraction: Math.abs(bar.value) / maxValue }, within);
}

function drawBar(
  paper: Paper,
  { words, value, fraction, color }: Bar & { fraction: number },
  within: StructureElement,
): void {
  const { y } = paper;
  const { left } = paper.page;
  const space = paper.textWidth - BAR.label - BAR.amount;
  paper.drawDecoration((doc) => {
    doc.rect(left + BAR.label, y, space, BAR.height).fill('#f1f3f6');
    // The bar of 0 is visible as a line.
    doc.rect(left + BAR.label, y, Math.max(0.75, space * fraction), BAR.height).fill(color);
  });
  const style = STYLES.cell;
  const line = { tag: 'P', style, within } as const;
  paper.drawLines({ ...line, lines: [shorten(paper, words)] }, { x: left, y: y + 1 });
  const right = left + paper.textWidth;
  paper.drawLines(
    { ...line, lines: [formatPesos(value)], style: STYLES.strong },
    { x: left, y, right },
  );
  paper.y = y + BAR.height + BAR.gap;
}

/** Shortens a label to one line. The table of the group has the full text. */
function shorten(paper: Paper, words: string): string {
  const [firstLine = '', ...furtherLines] = paper.wrap(words, BAR.label - 12, STYLES.cell);
  return furtherLines.length === 0 ? firstLine : `${firstLine}…`;
}
