import type { Figure, FigureInput, FigureKey } from '../../domain/socioeconomic/figure.ts';
import type { Paper, Part } from './paper.ts';
import type { SectionExtra } from './section-pages.ts';
import { percent, pesos, ratio } from './show-value.ts';
import { FIGURE_WORDS, GAP_WORDS, INPUT_WORDS } from './socioeconomic-words.ts';
import { STYLES } from './styles.ts';
import { type Column, drawTable, heightOfStart, type TableParts } from './table.ts';

const BAR = { height: 12, gap: 5, label: 128, amount: 96 };
/** Told apart in print without colours too: each has its words and its amount. */
const BARS: Partial<Record<FigureKey, string>> = {
  total_income: '#1e6b3a',
  total_expenses: '#8a5a00',
  balance: '#24527a',
};
const DEFICIT = '#9b1c1c';

/** The money as bars, and every figure with its formula and what it was computed from. */
export function figuresExtra(paper: Paper, figures: readonly Figure[]): SectionExtra {
  return {
    height: 120,
    draw: (within) => {
      drawBars(paper, figures, within);
      drawFigures(paper, figures, within);
    },
  };
}

function drawBars(paper: Paper, figures: readonly Figure[], within: Part): void {
  const shown = figures.flatMap(({ key, value, isPartial }) => {
    const color = BARS[key];
    return color === undefined || value === null ? [] : [{ key, value, isPartial, color }];
  });
  if (shown.length === 0) return;
  paper.y += 8;
  paper.makeRoom(shown.length * (BAR.height + BAR.gap) + 24);
  paper.write('Ingresos, egresos y saldo al mes', { tag: 'H3', style: STYLES.match, within });
  paper.y += 4;
  const most = Math.max(1, ...shown.map(({ value }) => Math.abs(value)));
  for (const { key, value, isPartial, color } of shown) {
    const isDeficit = key === 'balance' && value < 0;
    const words = `${FIGURE_WORDS[key]}${isDeficit ? ' (déficit)' : ''}${isPartial ? ' (parcial)' : ''}`;
    const bar = { words, value, share: Math.abs(value) / most, color: isDeficit ? DEFICIT : color };
    drawBar(paper, bar, within);
  }
}

type Bar = { words: string; value: number; share: number; color: string };

function drawBar(paper: Paper, { words, value, share, color }: Bar, within: Part): void {
  const { y } = paper;
  const { left } = paper.page;
  const space = paper.textWidth - BAR.label - BAR.amount;
  paper.adorn((doc) => {
    doc.rect(left + BAR.label, y, space, BAR.height).fill('#f1f3f6');
    doc.rect(left + BAR.label, y, Math.max(0.75, space * share), BAR.height).fill(color);
  });
  const style = STYLES.cell;
  const line = { tag: 'P', style, within } as const;
  paper.put({ ...line, lines: [words] }, { x: left, y: y + 1 });
  const right = left + paper.textWidth;
  paper.put({ ...line, lines: [pesos(value)], style: STYLES.strong }, { x: left, y, right });
  paper.y = y + BAR.height + BAR.gap;
}

function drawFigures(paper: Paper, figures: readonly Figure[], within: Part): void {
  const columns: Column[] = [
    { title: 'Indicador', width: 112, style: STYLES.head, isHead: true },
    { title: 'Resultado', width: 74, align: 'right' },
    { title: 'Fórmula', width: 132 },
    { title: 'Datos', width: paper.textWidth - 318 },
  ];
  const rows = figures.map((figure) => [
    FIGURE_WORDS[figure.key],
    resultOf(figure),
    figure.formula,
    inputsOf(figure),
  ]);
  const table: Omit<TableParts, 'within'> = {
    columns,
    rows,
    head: STYLES.head,
    body: STYLES.cell,
  };
  paper.y += 8;
  paper.makeRoom(heightOfStart(paper, table) + 14);
  paper.write('Indicadores', { tag: 'H3', style: STYLES.match, within });
  paper.y += 2;
  drawTable(paper, { ...table, within });
}

const SHOW = { money: pesos, percent, ratio } as const;

function resultOf({ kind, value, isPartial }: Figure): string {
  if (value === null) return 'No se calcula';
  return `${SHOW[kind](value)}${isPartial ? ' parcial' : ''}`;
}

function inputsOf({ inputs, gaps, threshold }: Figure): string {
  const lacking = gaps.map(({ key, reason }) => `${INPUT_WORDS[key]}: ${GAP_WORDS[reason]}`);
  const limit = threshold === null ? [] : [thresholdWords(threshold)];
  return [...inputs.map(inputWords), ...lacking, ...limit].join('; ');
}

function inputWords({ key, kind, value, of }: FigureInput): string {
  const shown = kind === 'money' ? pesos(value) : String(value);
  return `${INPUT_WORDS[key]}: ${shown}${of === null ? '' : ` en ${of} ${of === 1 ? 'renglón' : 'renglones'}`}`;
}

function thresholdWords({ value, isOver, source }: NonNullable<Figure['threshold']>): string {
  return `${isOver ? 'rebasa' : 'no rebasa'} ${ratio(value)} (${source})`;
}
