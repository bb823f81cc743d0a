import type {
  DocumentSection,
  SocioeconomicReportDocument,
} from '../../../domain/socioeconomic/report.ts';
import { PAGES } from '../page.ts';
import { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import type { Proof } from '../verify-code.ts';
import { createConsentExtra, createMissingSection, createProofSection } from './closing-pages.ts';
import { createContradictionSection, listContradictionRows } from './contradiction-pages.ts';
import { createFiguresExtra } from './figure-pages.ts';
import { formatInstant } from './format-value.ts';
import type { ClosingSection } from './list-section.ts';
import { PHOTO, type PrintableReport } from './printable.ts';
import {
  createMapExtra,
  drawPicture,
  listPictures,
  type PictureToPrint,
} from './report-pictures.ts';
import { drawSection, type SectionExtra } from './section-pages.ts';
import { createSignatureExtra } from './signature-lines.ts';
import { describeUser, type UserNames } from './socioeconomic-words.ts';
import { drawSummary, type SummaryParts } from './summary-box.ts';

/**
 * Prints a socioeconomic report as a PDF in Spanish. A draft has a watermark. Deterministic: the same report always has
 * the same bytes.
 */
export async function printSocioeconomic(
  input: PrintableReport,
  verifyUrl: string | null,
): Promise<Buffer> {
  const { report, digest, signature, page } = input;
  const { id, service, createdAt, finalizedAt } = report;
  const paper = new Paper({
    title: `${report.title} ${id}`,
    subject: `${service}, ${createdAt}`,
    at: new Date(finalizedAt ?? createdAt),
    page: PAGES[page],
    watermark: report.state === 'draft' ? 'BORRADOR' : undefined,
  });
  const pictures = listPictures(report, input.pictures);
  const names: UserNames = new Map((report.users ?? []).map((user) => [user.id, user.name]));
  const proof = { digest, signature, verifyUrl };
  drawTop(paper, { report, names }, pictures.photo);
  const contradictions = listContradictionRows(report, names);
  drawSummary(paper, { report, contradictions }, proof);
  const closing = createClosing(paper, { report, contradictions }, proof);
  for (const section of report.sections) {
    const extra = createExtra(paper, section, { report, map: pictures.map });
    const heightBelow = section === report.sections.at(-1) ? (closing[0]?.height ?? 0) : 0;
    drawSection(paper, { section, extra, names, heightBelow });
  }
  for (const { draw } of closing) draw();
  paper.drawFooters(
    (number, pages) => [
      `Folio ${id}, revisión ${report.revision} · SHA-256 del estudio en JSON: ${digest}`,
      `página ${number} de ${pages}`,
    ],
    STYLES.foot,
  );
  return await paper.finish();
}

/** Returns the closing sections. The end of each stays on the page of the next, so that none stands alone. */
function createClosing(
  paper: Paper,
  { report, contradictions }: SummaryParts,
  proof: Proof,
): ClosingSection[] {
  const proofSection = createProofSection(paper, proof);
  const missingSection = createMissingSection(paper, report, proofSection.height);
  if (contradictions === undefined) return [missingSection, proofSection];
  return [
    createContradictionSection(paper, contradictions, missingSection.height),
    missingSection,
    proofSection,
  ];
}

type HeadParts = { report: SocioeconomicReportDocument; names: UserNames };

function drawTop(paper: Paper, { report, names }: HeadParts, photo: PictureToPrint): void {
  const { y } = paper;
  const width = photo === undefined ? paper.textWidth : paper.textWidth - PHOTO.width - 16;
  const within = paper.addElement('Sect');
  const texts = { tag: 'P', style: STYLES.text, within, width } as const;
  paper.write(report.title, { ...texts, tag: 'H1', style: STYLES.title });
  paper.write(report.personName, { ...texts, style: STYLES.outcome });
  paper.y += 3;
  for (const line of listHeadLines({ report, names })) paper.write(line, texts);
  if (photo !== undefined) {
    const x = paper.page.left + paper.textWidth - PHOTO.width;
    const box = { x, y, ...PHOTO };
    const photoHeight = drawPicture(paper, photo, { box, alt: 'Fotografía de la persona', within });
    paper.y = Math.max(paper.y, y + photoHeight);
  }
  paper.y += 12;
}

function listHeadLines({ report, names }: HeadParts): string[] {
  const { id, revision, service, businessCode, corrects, template, finalizedBy } = report;
  const business = businessCode === null ? [] : [`Negocio: ${businessCode}`];
  const user = finalizedBy === null ? [] : [`por ${describeUser(names, finalizedBy)}`];
  const state =
    report.finalizedAt === null
      ? 'Estado: borrador, sin validez'
      : `Estado: definitivo desde el ${formatInstant(report.finalizedAt)}`;
  return [
    [`Institución: ${service}`, ...business].join('  ·  '),
    `Folio: ${id}  ·  Revisión: ${revision}`,
    [state, ...user].join(', '),
    ...(corrects === null ? [] : [`Corrige al estudio con folio ${corrects}`]),
    `Elaborado el ${formatInstant(report.createdAt)}`,
    `Plantilla: ${template.key}, versión ${template.version}`,
  ];
}

function createExtra(
  paper: Paper,
  section: DocumentSection,
  { report, map }: { report: SocioeconomicReportDocument; map: PictureToPrint },
): SectionExtra | undefined {
  const { key } = section;
  if (key === 'home') return map === undefined ? undefined : createMapExtra(paper, map);
  if (key === 'finances') return createFiguresExtra(paper, section, report.figures);
  if (key === 'conclusion') return createSignatureExtra(paper, section, report.personName);
  return key === 'consent' ? createConsentExtra(paper, report.consent) : undefined;
}
