import type {
  DocumentCell,
  SocioeconomicReportDocument,
} from '../../../domain/socioeconomic/report.ts';
import type { Style } from '../line-breaker.ts';
import type { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { CODE_SIZE, codeText, drawCode, type Proof } from '../verify-code.ts';
import { valueWords } from './socioeconomic-words.ts';

const PADDING = 10;
const EDGE = '#24527a';

/** Draws what a reader has to know first: the verdict, the result in lists, and what is missing or does not agree; beside it the code. */
export function drawSummary(paper: Paper, report: SocioeconomicReportDocument, proof: Proof): void {
  const width = paper.textWidth - CODE_SIZE - 3 * PADDING;
  const lines = summaryOf(report).map(({ text, style }) => ({
    lines: paper.wrap(text, width, style),
    style,
  }));
  const text = lines.reduce((sum, item) => sum + paper.heightOf(item.lines, item.style) + 3, 0);
  const height = Math.max(CODE_SIZE, text) + 2 * PADDING;
  paper.makeRoom(height);
  const { y } = paper;
  const { left } = paper.page;
  paper.adorn((doc) => {
    doc.rect(left, y, paper.textWidth, height).lineWidth(0.8).stroke(EDGE);
  });
  const within = paper.part('Sect');
  let at = y + PADDING;
  for (const { lines: wrapped, style } of lines) {
    paper.put({ tag: 'P', lines: wrapped, style, within }, { x: left + PADDING, y: at });
    at += paper.heightOf(wrapped, style) + 3;
  }
  const unsigned = `${report.service}/${report.id}/${report.revision} sha256:${proof.digest}`;
  const x = left + paper.textWidth - CODE_SIZE - PADDING;
  drawCode(paper, { text: codeText(proof, unsigned), x, y: y + PADDING, within });
  paper.y = y + height + 14;
}

type Line = { text: string; style: Style };

function summaryOf(report: SocioeconomicReportDocument): Line[] {
  const { missing, contradictions } = report;
  const disagreeing = contradictions?.length ?? 0;
  return [
    { text: `Dictamen: ${verdictOf(report)}`, style: STYLES.outcome },
    ...listLines(report),
    ...(contradictions === undefined
      ? []
      : [countLine(disagreeing, 'Datos que no concuerdan', 'ninguno')]),
    countLine(missing.length, 'Información faltante', 'ninguna'),
  ];
}

function countLine(count: number, title: string, nothing: string): Line {
  if (count === 0) return { text: `${title}: ${nothing}`, style: STYLES.text };
  const items = count === 1 ? '1 dato' : `${count} datos`;
  return { text: `▲ ${title}: ${items}; véase ese apartado`, style: STYLES.strong };
}

/** Returns the choice of the conclusion, whichever its field. */
function verdictOf({ sections }: SocioeconomicReportDocument): string {
  const fields = sections.find(({ key }) => key === 'conclusion')?.fields ?? [];
  const verdict = fields.find(({ value }) => value.kind === 'choice');
  return verdict === undefined ? 'sin dictamen' : valueWords(verdict);
}

type Cell = Exclude<DocumentCell, null>;

/** Returns the result of the newest screening of the report with its day, and the lists with their days and ages. */
function listLines({ sections }: SocioeconomicReportDocument): Line[] {
  const rows = sections.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
  const cells = rows
    .map((row) => row.filter((cell) => cell?.source.kind === 'screening'))
    .find((row) => row.length > 0);
  if (cells === undefined)
    return [{ text: 'Búsqueda en listas: sin información', style: STYLES.strong }];
  const textOf = (kind: Cell['value']['kind']): string | undefined => {
    const cell = cells.find((candidate) => candidate?.value.kind === kind);
    return cell ? valueWords(cell) : undefined;
  };
  const day = textOf('date');
  const lists = textOf('text');
  const result = `Búsqueda en listas: ${textOf('choice') ?? 'sin resultado'}`;
  return [
    { text: day === undefined ? result : `${result} (${day})`, style: STYLES.strong },
    ...(lists === undefined ? [] : [{ text: lists, style: STYLES.cell }]),
  ];
}
