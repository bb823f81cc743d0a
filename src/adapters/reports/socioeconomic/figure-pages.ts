import type { Figure, FigureInput } from '../../../domain/socioeconomic/figures/figure.ts';
import type { DocumentSection } from '../../../domain/socioeconomic/report.ts';
import type { Paper, Part } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { type Column, drawTable, heightOfStart, type TableParts } from '../table.ts';
import { drawConcepts, drawTotals } from './money-bars.ts';
import type { SectionExtra } from './section-pages.ts';
import { percent, pesos, ratio } from './show-value.ts';
import { FIGURE_WORDS, GAP_WORDS, INPUT_WORDS } from './socioeconomic-words.ts';

/** The money as bars, and every figure with its formula and what it was computed from. */
export function figuresExtra(
  paper: Paper,
  section: DocumentSection,
  figures: readonly Figure[],
): SectionExtra {
  return {
    height: 120,
    draw: (within) => {
      drawTotals(paper, figures, within);
      drawConcepts(paper, section, within);
      drawFigures(paper, figures, within);
    },
  };
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
