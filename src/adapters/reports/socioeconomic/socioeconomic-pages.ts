import type {
  DocumentSection,
  SocioeconomicReportDocument,
} from '../../../domain/socioeconomic/report.ts';
import type { PageFormat } from '../../../domain/socioeconomic/stored-report.ts';
import { PAGES } from '../page.ts';
import { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { consentExtra, drawMissing, drawProof } from './closing-pages.ts';
import { drawContradictions } from './contradiction-pages.ts';
import { figuresExtra } from './figure-pages.ts';
import {
  drawPicture,
  mapExtra,
  openPictures,
  PHOTO,
  type PictureBytes,
  type Shown,
} from './report-pictures.ts';
import { drawSection, type SectionExtra } from './section-pages.ts';
import { instant } from './show-value.ts';
import { signatureExtra } from './signature-places.ts';
import { type UserNames, userWords } from './socioeconomic-words.ts';
import { drawSummary } from './summary-box.ts';

/** Report to print. `digest` is the SHA-256 of the report as `toCanonicalJson` writes it; `signature` is null for a draft. */
export type SocioeconomicPrinted = {
  report: SocioeconomicReportDocument;
  digest: string;
  signature: string | null;
  page: PageFormat;
  pictures: PictureBytes;
};

/** Prints the report as a PDF in Spanish, the same bytes for the same report; a draft states on each page that it is one. */
export async function printSocioeconomic(
  printed: SocioeconomicPrinted,
  verifyAt: string | null,
): Promise<Buffer> {
  const { report, digest, signature, page } = printed;
  const { id, service, createdAt, finalizedAt } = report;
  const paper = new Paper({
    title: `${report.title} ${id}`,
    subject: `${service}, ${createdAt}`,
    at: new Date(finalizedAt ?? createdAt),
    page: PAGES[page],
    watermark: report.state === 'draft' ? 'BORRADOR' : undefined,
  });
  const pictures = await openPictures(paper, report, printed.pictures);
  const names: UserNames = new Map((report.users ?? []).map((user) => [user.id, user.name]));
  const proof = { digest, signature, verifyAt };
  drawTop(paper, { report, names }, pictures.photo);
  drawSummary(paper, report, proof);
  for (const section of report.sections) {
    const extra = extraOf(paper, section, { report, map: pictures.map });
    drawSection(paper, { section, extra, names });
  }
  drawContradictions(paper, report);
  drawMissing(paper, report);
  drawProof(paper, proof);
  paper.foot(
    (number, pages) => [
      `Folio ${id}, revisión ${report.revision} · SHA-256 del estudio en JSON: ${digest}`,
      `página ${number} de ${pages}`,
    ],
    STYLES.foot,
  );
  return await paper.finish();
}

type Headed = { report: SocioeconomicReportDocument; names: UserNames };

function drawTop(paper: Paper, { report, names }: Headed, photo: Shown): void {
  const { y } = paper;
  const width = photo === undefined ? paper.textWidth : paper.textWidth - PHOTO.width - 16;
  const within = paper.part('Sect');
  const texts = { tag: 'P', style: STYLES.text, within, width } as const;
  paper.write(report.title, { ...texts, tag: 'H1', style: STYLES.title });
  paper.write(report.personName, { ...texts, style: STYLES.outcome });
  paper.y += 3;
  for (const line of headLines({ report, names })) paper.write(line, texts);
  if (photo !== undefined) {
    const x = paper.page.left + paper.textWidth - PHOTO.width;
    const box = { x, y, ...PHOTO };
    const taken = drawPicture(paper, photo, { box, alt: 'Fotografía de la persona', within });
    paper.y = Math.max(paper.y, y + taken);
  }
  paper.y += 12;
}

function headLines({ report, names }: Headed): string[] {
  const { id, revision, service, businessCode, corrects, template, finalizedBy } = report;
  const business = businessCode === null ? [] : [`Negocio: ${businessCode}`];
  const user = finalizedBy === null ? [] : [`por ${userWords(names, finalizedBy)}`];
  const state =
    report.finalizedAt === null
      ? 'Estado: borrador, sin validez'
      : `Estado: final desde el ${instant(report.finalizedAt)}`;
  return [
    [`Institución: ${service}`, ...business].join('  ·  '),
    `Folio: ${id}  ·  Revisión: ${revision}`,
    [state, ...user].join(', '),
    ...(corrects === null ? [] : [`Corrige al estudio con folio ${corrects}`]),
    `Elaborado el ${instant(report.createdAt)}`,
    `Plantilla: ${template.key}, versión ${template.version}`,
  ];
}

function extraOf(
  paper: Paper,
  section: DocumentSection,
  { report, map }: { report: SocioeconomicReportDocument; map: Shown },
): SectionExtra | undefined {
  const { key } = section;
  if (key === 'home') return map === undefined ? undefined : mapExtra(paper, map);
  if (key === 'finances') return figuresExtra(paper, section, report.figures);
  if (key === 'conclusion') return signatureExtra(paper, section, report.personName);
  return key === 'consent' ? consentExtra(paper, report.consent) : undefined;
}
