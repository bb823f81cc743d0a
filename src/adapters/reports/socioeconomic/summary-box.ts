import type {
  DocumentCell,
  SocioeconomicReportDocument,
} from '../../../domain/socioeconomic/report.ts';
import type { Style } from '../line-breaker.ts';
import type { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { CODE_SIZE, drawCode, type Proof, toCodeText } from '../verify-code.ts';
import type { ContradictionRow } from './contradiction-pages.ts';
import { formatValue } from './socioeconomic-words.ts';

/** Space around the content of the box, in points. */
const PADDING = 10;
const EDGE = '#24527a';

/** Report, and its contradictions as printed; undefined when they were not checked. */
export type SummaryParts = {
  report: SocioeconomicReportDocument;
  contradictions: readonly ContradictionRow[] | undefined;
};

/**
 * Draws the summary: verdict, result of the list search, number of missing and of contradictory values, and the QR
 * code.
 */
export function drawSummary(
  paper: Paper,
  { report, contradictions }: SummaryParts,
  proof: Proof,
): void {
  const width = paper.textWidth - CODE_SIZE - 3 * PADDING;
  const lines = listSummaryLines({ report, contradictions }).map(({ text, style }) => ({
    lines: paper.wrap(text, width, style),
    style,
  }));
  const textHeight = lines.reduce(
    (sum, item) => sum + paper.measureHeight(item.lines, item.style) + 3,
    0,
  );
  const height = Math.max(CODE_SIZE, textHeight) + 2 * PADDING;
  paper.ensureHeight(height);
  const { y } = paper;
  const { left } = paper.page;
  paper.drawDecoration((doc) => {
    doc.rect(left, y, paper.textWidth, height).lineWidth(0.8).stroke(EDGE);
  });
  const within = paper.addElement('Sect');
  let lineY = y + PADDING;
  for (const { lines: wrapped, style } of lines) {
    paper.drawLines({ tag: 'P', lines: wrapped, style, within }, { x: left + PADDING, y: lineY });
    lineY += paper.measureHeight(wrapped, style) + 3;
  }
  const unsigned = `${report.service}/${report.id}/${report.revision} sha256:${proof.digest}`;
  const x = left + paper.textWidth - CODE_SIZE - PADDING;
  drawCode(paper, { text: toCodeText(proof, unsigned), x, y: y + PADDING, within });
  paper.y = y + height + 14;
}

type Line = { text: string; style: Style };

function listSummaryLines({ report, contradictions }: SummaryParts): Line[] {
  return [
    { text: `Dictamen: ${getVerdict(report)}`, style: STYLES.outcome },
    ...listScreeningLines(report),
    ...(contradictions === undefined
      ? []
      : [createCountLine(contradictions.length, 'Datos que no concuerdan', 'ninguno')]),
    createCountLine(report.missing.length, 'Información faltante', 'ninguna'),
  ];
}

function createCountLine(count: number, title: string, nothing: string): Line {
  if (count === 0) return { text: `${title}: ${nothing}`, style: STYLES.text };
  const items = count === 1 ? '1 dato' : `${count} datos`;
  return { text: `▲ ${title}: ${items}; véase el apartado correspondiente`, style: STYLES.strong };
}

/** Returns the verdict: the first choice field of the conclusion, whose key depends on the template. */
function getVerdict({ sections }: SocioeconomicReportDocument): string {
  const fields = sections.find(({ key }) => key === 'conclusion')?.fields ?? [];
  const verdict = fields.find(({ value }) => value.kind === 'choice');
  return verdict === undefined ? 'sin dictamen' : formatValue(verdict);
}

type Cell = Exclude<DocumentCell, null>;

/** Returns the result and date of the newest screening of the report, and its lists with their dates and ages. */
function listScreeningLines({ sections }: SocioeconomicReportDocument): Line[] {
  const rows = sections.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
  const cells = rows
    .map((row) => row.filter((cell) => cell?.source.kind === 'screening'))
    .find((row) => row.length > 0);
  if (cells === undefined)
    return [{ text: 'Búsqueda en listas: sin información', style: STYLES.strong }];
  const formatCell = (kind: Cell['value']['kind']): string | undefined => {
    const cell = cells.find((candidate) => candidate?.value.kind === kind);
    return cell ? formatValue(cell) : undefined;
  };
  const day = formatCell('date');
  const lists = formatCell('text');
  const result = `Búsqueda en listas: ${formatCell('choice') ?? 'sin resultado'}`;
  return [
    { text: day === undefined ? result : `${result} (${day})`, style: STYLES.strong },
    ...(lists === undefined ? [] : [{ text: lists, style: STYLES.cell }]),
  ];
}
