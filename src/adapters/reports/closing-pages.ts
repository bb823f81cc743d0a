import type {
  MissingPart,
  ReportedConsent,
  SocioeconomicReportDocument,
} from '../../domain/socioeconomic/report.ts';
import type { Paper, Part } from './paper.ts';
import { qrOf } from './qr.ts';
import { type SectionExtra, startSection } from './socioeconomic/section-pages.ts';
import { instant } from './socioeconomic/show-value.ts';
import { MISSING_WORDS, NOTHING, PURPOSES } from './socioeconomic/socioeconomic-words.ts';
import { STYLES } from './styles.ts';
import { drawTable } from './table.ts';

/** Adds the purpose of the consent and the time of its revocation. */
export function consentExtra(paper: Paper, consent: ReportedConsent | null): SectionExtra {
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
        ['Otorgado el', instant(consent.givenAt)],
        ['Registrado el', consent.recordedAt === undefined ? NOTHING : instant(consent.recordedAt)],
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

function drawRevoked(paper: Paper, revokedAt: string, within: Part): void {
  const text = `▲ Revocado el ${instant(revokedAt)}: desde entonces no se hacen estudios con este consentimiento.`;
  paper.write(text, { tag: 'P', style: STYLES.strong, within });
  paper.y += 3;
}

/** Draws the list of missing values. */
export function drawMissing(
  paper: Paper,
  { missing, sections }: SocioeconomicReportDocument,
): void {
  const within = startSection(paper, 'Información faltante', { height: 40 });
  if (missing.length === 0) {
    paper.write('Ninguna.', { tag: 'P', style: STYLES.text, within });
    paper.y += 12;
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
    whereOf(part),
    MISSING_WORDS[part.reason],
  ]);
  drawTable(paper, { columns, rows, head: STYLES.head, body: STYLES.cell, within });
  paper.y += 12;
}

function whereOf({ group, field, row, label }: MissingPart): string {
  if (group === null && field === null) return 'Toda la sección';
  return row === null ? label : `${label}, renglón ${row + 1}`;
}

export type Proof = { digest: string; signature: string | null };

/** Maximum length of a QR code: the squares of a longer one are too small to scan from paper. */
const QR_LENGTH_MAX = 900;
const QR_SIZE = 118;

/** Draws the instructions for verifying the report. */
export function drawProof(
  paper: Paper,
  { id, service, revision }: SocioeconomicReportDocument,
  { digest, signature }: Proof,
): void {
  const within = startSection(paper, 'Autenticidad', { height: QR_SIZE + 8 });
  const isSigned = signature !== null && signature.length <= QR_LENGTH_MAX;
  const code = isSigned ? signature : `${service}/${id}/${revision} sha256:${digest}`;
  const { y } = paper;
  const top = y;
  const x = paper.page.left + paper.textWidth - QR_SIZE;
  drawCode(paper, { code, x, y, within });
  const how = isSigned
    ? 'El código contiene la firma (JWS) del estudio en JSON, que lleva su SHA-256; se comprueba con la clave pública del servicio.'
    : 'El código contiene el folio y el SHA-256 del estudio en JSON. No lleva firma.';
  const width = paper.textWidth - QR_SIZE - 16;
  const texts = [
    how,
    'Los indicadores se calculan con centavos enteros y fracciones exactas. Lo que no se dijo no se supone: falta y se dice que falta. Un nombre entre corchetes es la transliteración de signos que este documento no puede mostrar.',
  ];
  for (const text of texts) {
    paper.write(text, { tag: 'P', style: STYLES.text, within, width });
    paper.y += 4;
  }
  paper.write('SHA-256 del estudio en JSON:', { tag: 'P', style: STYLES.strong, within, width });
  paper.write(digest, { tag: 'P', style: STYLES.digest, within, width });
  paper.y = Math.max(paper.y, top + QR_SIZE);
}

type Code = { code: string; x: number; y: number; within: Part };

function drawCode(paper: Paper, { code, x, y, within }: Code): void {
  const squares = qrOf(code);
  const size = QR_SIZE / squares.length;
  const alt = 'Código QR para comprobar el estudio; lo que contiene se describe al lado.';
  paper.adorn((doc) => doc.rect(x, y, QR_SIZE, QR_SIZE).fill('#ffffff'));
  paper.picture({ alt, within }, (doc) => {
    for (const [row, line] of squares.entries())
      for (const [column, isDark] of line.entries())
        if (isDark) doc.rect(x + column * size, y + row * size, size, size);
    doc.fill('#000000');
  });
}
