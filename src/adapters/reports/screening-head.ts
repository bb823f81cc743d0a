import { formatSpanishDate } from '../../domain/reports/format-spanish-date.ts';
import type { ScreeningReport } from '../../domain/reports/screening-report.ts';
import { PAGE, TEXT_WIDTH } from './page.ts';
import type { Paper, StructureElement } from './paper.ts';
import { formatInstant } from './socioeconomic/format-value.ts';
import { BRACKETS, TRIGGERS } from './spanish.ts';
import { STYLES } from './styles.ts';
import {
  CODE_SIZE,
  describeVerification,
  drawCode,
  type Proof,
  toCodeText,
} from './verify-code.ts';

/**
 * Screening report to print. `digest` is the SHA-256 of its canonical JSON, and `signature` its JWS. The names are the
 * current ones; null when there is none.
 */
export type ScreeningPrintInput = {
  report: ScreeningReport;
  digest: string;
  signature: string;
  businessName: string | null;
  requestedBy: string | null;
};

/** Draws the title, the facts of the search and the code to verify the report with. */
export function drawTop(paper: Paper, input: ScreeningPrintInput, proof: Proof): void {
  const { report } = input;
  const { y } = paper;
  const within = paper.addElement('Sect');
  const width = TEXT_WIDTH - CODE_SIZE - 16;
  paper.write('Reporte de búsqueda en listas', { tag: 'H1', style: STYLES.title, within, width });
  paper.y += 2;
  for (const [label, text] of listHeadFacts(input))
    paper.write(`${label}: ${text}`, { tag: 'P', style: STYLES.text, within, width });
  const x = PAGE.left + TEXT_WIDTH - CODE_SIZE;
  const text = toCodeText(proof, `${report.service}/${report.id} sha256:${proof.digest}`);
  drawCode(paper, { text, x, y, within });
  paper.y = Math.max(paper.y, y + CODE_SIZE) + 10;
}

function listHeadFacts({
  report,
  businessName,
  requestedBy,
}: ScreeningPrintInput): [string, string][] {
  const { businessCode: code } = report;
  const business = [code, businessName].filter((part) => part !== null && part !== '').join(', ');
  const facts: [string, string][] = [
    ['Folio', `${report.id}`],
    ['Institución', report.service],
    ['Negocio', business],
    ['Búsqueda', `${TRIGGERS[report.trigger]}, el ${formatInstant(report.screenedAt)}`],
    ['Solicitada por', requestedBy ?? ''],
    ['Listas consultadas', `según su estado al ${formatSpanishDate(report.asOf)}`],
    ['Umbral de alerta', formatPercent(report.threshold)],
  ];
  return facts.filter(([, text]) => text !== '');
}

/** Draws the instructions for verifying the report. */
export function drawProof(paper: Paper, proof: Proof): void {
  const within = startSection(paper, 'Autenticidad');
  const texts = [...describeVerification(proof, 'reporte'), BRACKETS];
  paper.write(texts.join(' '), { tag: 'P', style: STYLES.text, within });
  paper.y += 3;
  const digest = `SHA-256 del reporte en JSON: ${proof.digest}`;
  paper.write(digest, { tag: 'P', style: STYLES.digest, within });
}

function formatPercent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

/** Draws a heading with at least `height` below it on the page, so that no heading stands alone at its end. */
export function startSection(paper: Paper, title: string, height = 50): StructureElement {
  paper.ensureHeight(height + 20);
  const section = paper.addElement('Sect');
  paper.write(title, { tag: 'H2', style: STYLES.heading, within: section });
  paper.y += 4;
  return section;
}
