import { toSpanishCountryName } from '../../domain/countries/country-code.ts';
import { formatSpanishDate } from '../../domain/reports/format-spanish-date.ts';
import { toSpanishTitle } from '../../domain/reports/list-titles.ts';
import { describeListAge } from '../../domain/reports/list-words.ts';
import type { ReportedMatch, ScreeningReport } from '../../domain/reports/screening-report.ts';
import type { ScreenedList, ScreeningOutcome } from '../../domain/screening/screening.ts';
import { toDay } from '../../runtime/calendar.ts';
import { drawMatch, MATCH_HEIGHT } from './match-pages.ts';
import { PAGE, TEXT_WIDTH } from './page.ts';
import { Paper } from './paper.ts';
import { drawProof, drawTop, type ScreeningPrintInput, startSection } from './screening-head.ts';
import { NOTES, OUTCOMES, PARTIES } from './spanish.ts';
import { STYLES } from './styles.ts';
import { drawTable } from './table.ts';

/** Prints a screening report as a PDF in Spanish. Deterministic: the same report always has the same bytes. */
export async function printScreening(
  input: ScreeningPrintInput,
  verifyUrl: string | null,
): Promise<Buffer> {
  const { report, digest, signature } = input;
  const proof = { digest, signature, verifyUrl };
  const title = `Reporte de búsqueda en listas ${report.id}`;
  const at = new Date(report.screenedAt);
  const paper = new Paper({ title, subject: `${report.service}, ${report.screenedAt}`, at });
  drawTop(paper, input, proof);
  drawOutcome(paper, report);
  drawSubject(paper, report);
  drawLists(paper, report.lists);
  drawMatches(paper, report);
  drawNotes(paper, report);
  drawProof(paper, proof);
  paper.drawFooters(
    (page, pages) => [
      `Folio ${report.id} · SHA-256 del reporte en JSON: ${digest}`,
      `página ${page} de ${pages}`,
    ],
    STYLES.foot,
  );
  return await paper.finish();
}

/** Colours of the box of each outcome. The text states the outcome as well, for prints without colours. */
const EDGE_COLORS: Record<ScreeningOutcome, string> = {
  alert: '#9b1c1c',
  possible: '#8a5a00',
  clear: '#1e6b3a',
  incomplete: '#5b2a86',
};

function drawOutcome(paper: Paper, { outcome, matchesCount, matches }: ScreeningReport): void {
  const { mark, title, text } = OUTCOMES[outcome];
  const head = paper.wrap(`${mark} Resultado: ${title}`, TEXT_WIDTH - 28, STYLES.outcome);
  const body = paper.wrap(text, TEXT_WIDTH - 28, STYLES.text);
  const left = matchesCount - matches.length;
  const count = `Coincidencias: ${matchesCount}${left > 0 ? ` (se muestran las ${matches.length} más fuertes)` : ''}`;
  const lines = paper.wrap(count, TEXT_WIDTH - 28, STYLES.strong);
  const heights = [
    paper.measureHeight(head, STYLES.outcome),
    paper.measureHeight(body, STYLES.text),
    paper.measureHeight(lines, STYLES.strong),
  ] as const;
  const height = heights[0] + heights[1] + heights[2] + 20;
  const { y } = paper;
  paper.drawDecoration((doc) => {
    doc.rect(PAGE.left, y, TEXT_WIDTH, height).lineWidth(0.8).stroke(EDGE_COLORS[outcome]);
    doc.rect(PAGE.left, y, 6, height).fill(EDGE_COLORS[outcome]);
  });
  const within = paper.addElement('Sect');
  const x = PAGE.left + 18;
  paper.drawLines({ tag: 'H2', lines: head, style: STYLES.outcome, within }, { x, y: y + 9 });
  paper.drawLines(
    { tag: 'P', lines: body, style: STYLES.text, within },
    { x, y: y + 10 + heights[0] },
  );
  const below = y + 11 + heights[0] + heights[1];
  paper.drawLines({ tag: 'P', lines, style: STYLES.strong, within }, { x, y: below });
  paper.y = y + height + 14;
}

function drawSubject(paper: Paper, { subject, participantId }: ScreeningReport): void {
  const within = startSection(paper, 'Persona consultada');
  const { passport } = subject;
  const born = subject.partyType === 'legal' ? 'Fecha de constitución' : 'Fecha de nacimiento';
  const rows = [
    ['Nombre', subject.name],
    ['Tipo', PARTIES[subject.partyType]],
    ['RFC', subject.rfc],
    ['CURP', subject.curp],
    ['Pasaporte', passport && `${passport.number} (${toSpanishCountryName(passport.country)})`],
    [born, subject.birthDate && formatSpanishDate(subject.birthDate)],
    ['País', subject.country && toSpanishCountryName(subject.country)],
    [
      'Participante',
      participantId === null ? 'datos capturados para esta búsqueda' : `número ${participantId}`,
    ],
  ].map(([name, value]): string[] => [name ?? '', value ?? '—']);
  const columns = [
    { title: 'Dato', width: 130, style: STYLES.head },
    { title: 'Valor', width: TEXT_WIDTH - 130 },
  ];
  drawTable(paper, { columns, rows, head: STYLES.head, body: STYLES.cell, within });
  paper.y += 14;
}

function drawLists(paper: Paper, lists: readonly ScreenedList[]): void {
  const within = startSection(paper, 'Listas consultadas');
  const columns = [
    { title: 'Lista', width: 132 },
    { title: 'Fecha de corte', width: 66 },
    { title: 'Entradas', width: 50 },
    { title: 'Vigencia', width: 138 },
    { title: 'SHA-256 del archivo', width: TEXT_WIDTH - 386, style: STYLES.digest },
  ];
  const rows = lists.map((list) => [
    `${toSpanishTitle(list.code)} (${list.code})`,
    formatCutOff(list),
    list.rows === null ? '—' : list.rows.toLocaleString('es-MX'),
    describeListState(list),
    list.sha256 ?? '—',
  ]);
  drawTable(paper, { columns, rows, head: STYLES.head, body: STYLES.cell, within });
  paper.y += 14;
}

function formatCutOff({ asOf, isLoaded }: ScreenedList): string {
  if (asOf !== null) return formatSpanishDate(asOf);
  return isLoaded ? 'no consta en el archivo' : '—';
}

function describeListState(list: ScreenedList): string {
  const { isLoaded, isStale, comparison } = list;
  if (!isLoaded) return '✗ NO CARGADA: no se consultó';
  if (comparison === 'nothing') return '✗ NO COMPARADA: no tiene los identificadores dados';
  const part = comparison === 'part' ? '; nombre comparado sólo en parte' : '';
  const { sourceSeenAt } = list;
  const seenOn = sourceSeenAt === null ? null : toDay(new Date(sourceSeenAt));
  return `${isStale === false ? '✓' : '!'} ${describeListAge(list, seenOn)}${part}`;
}

function drawMatches(paper: Paper, { matches }: ScreeningReport): void {
  const within = startSection(paper, 'Coincidencias', matches.length === 0 ? 50 : MATCH_HEIGHT);
  if (matches.length === 0) paper.write('Ninguna.', { tag: 'P', style: STYLES.text, within });
  for (const [index, match] of matches.entries()) {
    if (paper.isFull) {
      paper.write(`Se omiten ${matches.length - index} por extensión.`, {
        tag: 'P',
        style: STYLES.strong,
        within,
      });
      break;
    }
    drawMatch(paper, {
      match,
      number: index + 1,
      others: listSamePersonNumbers(match, matches),
      within,
    });
  }
  paper.y += 8;
}

/** Returns the numbers of the other matches that may be the same person. */
function listSamePersonNumbers(match: ReportedMatch, matches: readonly ReportedMatch[]): number[] {
  if (match.personGroup === null) return [];
  return matches.flatMap((candidate, index) =>
    candidate !== match && candidate.personGroup === match.personGroup ? [index + 1] : [],
  );
}

function drawNotes(paper: Paper, report: ScreeningReport): void {
  const within = startSection(paper, 'Alcance y limitaciones');
  for (const note of report.notes) {
    paper.write(`• ${NOTES[note]}`, { tag: 'P', style: STYLES.text, within });
    paper.y += 3;
  }
  paper.y += 8;
}
