import type { Figure, FigureInput } from '../../../domain/socioeconomic/figures/figure.ts';
import type { DocumentSection } from '../../../domain/socioeconomic/report.ts';
import type { Paper, StructureElement } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { type Column, drawTable, measureStart, type TableParts } from '../table.ts';
import { formatPercent, formatPesos, formatRatio } from './format-value.ts';
import { drawConcepts, drawTotals } from './money-bars.ts';
import type { SectionExtra } from './section-pages.ts';
import { FIGURE_WORDS, GAP_WORDS, INPUT_WORDS } from './socioeconomic-words.ts';

/** Creates the content of the finances section: bars of money, and a table of figures with formulas and inputs. */
export function createFiguresExtra(
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

function drawFigures(paper: Paper, figures: readonly Figure[], within: StructureElement): void {
  const columns: Column[] = [
    { title: 'Indicador', width: 112, style: STYLES.head, isHead: true },
    { title: 'Resultado', width: 74, align: 'right' },
    { title: 'Fórmula', width: 132 },
    { title: 'Datos', width: paper.textWidth - 318 },
  ];
  const rows = figures.map((figure) => [
    FIGURE_WORDS[figure.key],
    formatResult(figure),
    figure.formula,
    describeInputs(figure),
  ]);
  const table: Omit<TableParts, 'within'> = {
    columns,
    rows,
    head: STYLES.head,
    body: STYLES.cell,
  };
  paper.y += 8;
  paper.ensureHeight(measureStart(paper, table) + 14);
  paper.write('Indicadores', { tag: 'H3', style: STYLES.match, within });
  paper.y += 2;
  drawTable(paper, { ...table, within });
}

const FORMATS = { money: formatPesos, percent: formatPercent, ratio: formatRatio } as const;

function formatResult({ kind, value, isPartial }: Figure): string {
  if (value === null) return 'No se calcula';
  return `${FORMATS[kind](value)}${isPartial ? ' parcial' : ''}`;
}

function describeInputs({ inputs, gaps, threshold }: Figure): string {
  const missingInputs = gaps.map(({ key, reason }) => `${INPUT_WORDS[key]}: ${GAP_WORDS[reason]}`);
  const limit = threshold === null ? [] : [describeThreshold(threshold)];
  return [...inputs.map(describeInput), ...missingInputs, ...limit].join('; ');
}

function describeInput({ key, kind, value, of }: FigureInput): string {
  const text = kind === 'money' ? formatPesos(value) : String(value);
  return `${INPUT_WORDS[key]}: ${text}${of === null ? '' : ` en ${of} ${of === 1 ? 'renglón' : 'renglones'}`}`;
}

function describeThreshold({ value, isOver, source }: NonNullable<Figure['threshold']>): string {
  return `${isOver ? 'rebasa' : 'no rebasa'} ${formatRatio(value)} (${source})`;
}
