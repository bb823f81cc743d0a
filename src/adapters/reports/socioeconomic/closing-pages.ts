import type {
  MissingPart,
  ReportedConsent,
  SocioeconomicReportDocument,
} from '../../../domain/socioeconomic/report.ts';
import type { Paper, StructureElement } from '../paper.ts';
import { BRACKETS } from '../spanish.ts';
import { STYLES } from '../styles.ts';
import { drawTable } from '../table.ts';
import { describeVerification, type Proof } from '../verify-code.ts';
import { formatInstant } from './format-value.ts';
import { type SectionExtra, startSection } from './section-pages.ts';
import { MISSING_WORDS, NOTHING, PURPOSES } from './socioeconomic-words.ts';

/**
 * Creates the content of the consent section: the revocation, and a table with purpose, version, times and evidence.
 */
export function createConsentExtra(paper: Paper, consent: ReportedConsent | null): SectionExtra {
  return {
    height: 60,
    draw: (within) => {
      if (consent === null) {
        paper.write(NOTHING, { tag: 'P', style: STYLES.faint, within });
        return;
      }
      if (consent.revokedAt !== null) drawRevoked(paper, consent.revokedAt, within);
      const rows = [
        ['Finalidad', PURPOSES[consent.purpose]],
        ['Versión del aviso', consent.textVersion],
        ['Otorgado el', formatInstant(consent.givenAt)],
        [
          'Registrado el',
          consent.recordedAt === undefined ? NOTHING : formatInstant(consent.recordedAt),
        ],
        ['Evidencia (SHA-256 del archivo)', consent.evidenceSha256 ?? 'Sin archivo'],
      ];
      const columns = [
        { title: 'Dato', width: 150, style: STYLES.head, isHead: true as const },
        { title: 'Valor', width: paper.textWidth - 150 },
      ];
      const styles = { head: STYLES.head, body: STYLES.cell };
      drawTable(paper, { columns, rows, ...styles, within, hasHead: false });
    },
  };
}

function drawRevoked(paper: Paper, revokedAt: string, within: StructureElement): void {
  const text = `▲ Revocado el ${formatInstant(revokedAt)}: desde entonces no se hacen estudios con este consentimiento.`;
  paper.write(text, { tag: 'P', style: STYLES.strong, within });
  paper.y += 3;
}

/**
 * Height of the closing sections when nothing is missing. They stay on one page, so that no page has a few lines only.
 */
const CLOSING_HEIGHT = 108;

/** Draws the list of missing values. */
export function drawMissing(
  paper: Paper,
  { missing, sections }: SocioeconomicReportDocument,
): void {
  const height = missing.length === 0 ? CLOSING_HEIGHT : 40;
  const within = startSection(paper, 'Información faltante', { height });
  if (missing.length === 0) {
    paper.write('Ninguna.', { tag: 'P', style: STYLES.text, within });
    paper.y += 8;
    return;
  }
  const titles = new Map(sections.map(({ key, number, title }) => [key, `${number}. ${title}`]));
  const columns = [
    { title: 'Sección', width: 160 },
    { title: 'Dato', width: 190 },
    { title: 'Motivo', width: paper.textWidth - 350 },
  ];
  const rows = missing.map((part) => [
    titles.get(part.section) ?? part.section,
    describePart(part),
    MISSING_WORDS[part.reason],
  ]);
  drawTable(paper, { columns, rows, head: STYLES.head, body: STYLES.cell, within });
  paper.y += 12;
}

function describePart({ group, field, row, label }: MissingPart): string {
  if (group === null && field === null) return 'Toda la sección';
  return row === null ? label : `${label}, renglón ${row + 1}`;
}

/** Draws the instructions for verifying the report. */
export function drawProof(paper: Paper, proof: Proof): void {
  const within = startSection(paper, 'Autenticidad', { height: 60 });
  const figures =
    'Los indicadores se calculan con centavos enteros y fracciones exactas. Lo que no se declaró no se supone: se señala como faltante.';
  const texts = [...describeVerification(proof, 'estudio'), figures, BRACKETS];
  paper.write(texts.join(' '), { tag: 'P', style: STYLES.text, within });
  paper.y += 3;
  const digest = `SHA-256 del estudio en JSON: ${proof.digest}`;
  paper.write(digest, { tag: 'P', style: STYLES.digest, within });
}
