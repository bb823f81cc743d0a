import type {
  DocumentSection,
  SocioeconomicReportDocument,
} from '../../../domain/socioeconomic/report.ts';
import type { PageFormat } from '../../../domain/socioeconomic/stored-report.ts';
import { consentExtra, drawMissing, drawProof } from '../closing-pages.ts';
import { PAGES } from '../page.ts';
import { Paper, type Part } from '../paper.ts';
import { type Picture, type PictureBox, preparePicture } from '../picture.ts';
import { STYLES } from '../styles.ts';
import { drawContradictions } from './contradiction-pages.ts';
import { figuresExtra } from './figure-pages.ts';
import { drawSection, type SectionExtra } from './section-pages.ts';
import { instant } from './show-value.ts';

/**
 * `digest` is the SHA-256 of the report as `toCanonicalJson` writes it, `signature` that statement signed, where it is. The bytes of
 * a picture are null where the report has none, or they are not there any more.
 */
export type SocioeconomicPrinted = {
  report: SocioeconomicReportDocument;
  digest: string;
  signature: string | null;
  page: PageFormat;
  pictures: { photo: Uint8Array | null; map: Uint8Array | null };
};

const PHOTO: PictureBox = { width: 92, height: 116 };
/** A map is drawn lower rather than away from its section, as far as it can be read. */
const MAP_HEIGHT = { most: 170, least: 110 };
const CAPTION_HEIGHT = 16;

/** The report as a PDF in Spanish, the same bytes for the same report; drafts say on each page that they are. */
export async function printSocioeconomic(printed: SocioeconomicPrinted): Promise<Buffer> {
  const { report, digest, page } = printed;
  const { id, service, createdAt, finalizedAt } = report;
  const paper = new Paper({
    title: `${report.title} ${id}`,
    subject: `${service}, ${createdAt}`,
    at: new Date(finalizedAt ?? createdAt),
    page: PAGES[page],
    watermark: report.state === 'draft' ? 'BORRADOR' : undefined,
  });
  const pictures = await openPictures(paper, printed);
  drawTop(paper, report, pictures.photo);
  for (const section of report.sections)
    drawSection(paper, section, extraOf(paper, section, { report, map: pictures.map }));
  drawContradictions(paper, report);
  drawMissing(paper, report);
  drawProof(paper, report, printed);
  paper.foot(
    (number, pages) => [
      `Folio ${id}, revisión ${report.revision} · SHA-256 del estudio en JSON: ${digest}`,
      `página ${number} de ${pages}`,
    ],
    STYLES.foot,
  );
  return await paper.finish();
}

/** `lost`: the report names it, and it cannot be shown. */
type Shown = Picture | 'lost' | undefined;

async function openPictures(
  paper: Paper,
  { report, pictures }: SocioeconomicPrinted,
): Promise<{ photo: Shown; map: Shown }> {
  const { photo, map } = report.pictures;
  const mapBox = { width: paper.textWidth, height: MAP_HEIGHT.most };
  return {
    photo: photo === null ? undefined : await openPicture(pictures.photo, PHOTO),
    map: map === null ? undefined : await openPicture(pictures.map, mapBox),
  };
}

async function openPicture(bytes: Uint8Array | null, box: PictureBox): Promise<Shown> {
  return (bytes === null ? undefined : await preparePicture(bytes, box)) ?? 'lost';
}

function drawTop(paper: Paper, report: SocioeconomicReportDocument, photo: Shown): void {
  const { y } = paper;
  const width = photo === undefined ? paper.textWidth : paper.textWidth - PHOTO.width - 16;
  const within = paper.part('Sect');
  const texts = { tag: 'P', style: STYLES.text, within, width } as const;
  paper.write(report.title, { ...texts, tag: 'H1', style: STYLES.title });
  paper.write(report.personName, { ...texts, style: STYLES.outcome });
  paper.y += 3;
  for (const line of headLines(report)) paper.write(line, texts);
  const { missing, contradictions = [] } = report;
  if (contradictions.length > 0) {
    const text = '▲ Hay datos que no concuerdan: véase «Datos que no concuerdan».';
    paper.write(text, { ...texts, style: STYLES.strong });
  }
  if (missing.length > 0) {
    const text = `▲ Faltan ${missing.length} datos: véase «Información faltante».`;
    paper.write(missing.length === 1 ? text.replace('Faltan 1 datos', 'Falta un dato') : text, {
      ...texts,
      style: STYLES.strong,
    });
  }
  if (photo !== undefined) {
    const x = paper.page.left + paper.textWidth - PHOTO.width;
    const box = { x, y, ...PHOTO };
    const taken = drawPicture(paper, photo, { box, alt: 'Fotografía de la persona', within });
    paper.y = Math.max(paper.y, y + taken);
  }
  paper.y += 12;
}

function headLines(report: SocioeconomicReportDocument): string[] {
  const { id, revision, service, businessCode, corrects, template } = report;
  const business = businessCode === null ? [] : [`Negocio: ${businessCode}`];
  const state =
    report.finalizedAt === null
      ? 'Estado: borrador, sin validez'
      : `Estado: final desde el ${instant(report.finalizedAt)}`;
  const by = report.finalizedBy === null ? [] : [`por el usuario ${report.finalizedBy}`];
  return [
    [`Folio: ${id}`, `Revisión: ${revision}`, `Servicio: ${service}`, ...business].join('  ·  '),
    [state, ...by].join(' '),
    ...(corrects === null ? [] : [`Corrige al estudio con folio ${corrects}`]),
    `Elaborado el ${instant(report.createdAt)}  ·  Plantilla: ${template.key}, versión ${template.version}`,
  ];
}

type Placed = { box: PictureBox & { x: number; y: number }; alt: string; within: Part };

/** At the upper left of its box, or a word in its place; answers how high it is. */
function drawPicture(
  paper: Paper,
  picture: Picture | 'lost',
  { box: { x, y, width, height }, alt, within }: Placed,
): number {
  if (picture === 'lost') {
    const style = STYLES.faint;
    const lines = paper.wrap(`${alt}: no se puede mostrar`, width, style);
    paper.put({ tag: 'P', lines, style, within }, { x, y });
    return paper.heightOf(lines, style);
  }
  const scale = Math.min(width / picture.width, height / picture.height);
  const size = { width: picture.width * scale, height: picture.height * scale };
  paper.picture({ alt, within }, (doc) => doc.image(picture.jpeg, x, y, size));
  paper.adorn((doc) => doc.rect(x, y, size.width, size.height).lineWidth(0.6).stroke('#b8bec6'));
  return size.height;
}

function extraOf(
  paper: Paper,
  section: DocumentSection,
  { report, map }: { report: SocioeconomicReportDocument; map: Shown },
): SectionExtra | undefined {
  const { key } = section;
  if (key === 'home') return map === undefined ? undefined : mapExtra(paper, map);
  if (key === 'finances') return figuresExtra(paper, section, report.figures);
  if (key === 'conclusion') return signatureExtra(paper);
  return key === 'consent' ? consentExtra(paper, report.consent) : undefined;
}

function mapExtra(paper: Paper, map: Picture | 'lost'): SectionExtra {
  return {
    height: MAP_HEIGHT.least + CAPTION_HEIGHT,
    draw: (within) => {
      paper.y += 6;
      paper.makeRoom(MAP_HEIGHT.least + CAPTION_HEIGHT);
      paper.write('Croquis', { tag: 'H3', style: STYLES.match, within });
      paper.y += 3;
      const height = Math.min(MAP_HEIGHT.most, paper.room);
      const box = { x: paper.page.left, y: paper.y, width: paper.textWidth, height };
      paper.y += drawPicture(paper, map, { box, alt: 'Croquis del domicilio', within });
    },
  };
}

/** A line to sign on by hand: who signs it stands in the section. */
function signatureExtra(paper: Paper): SectionExtra {
  return {
    height: 56,
    draw: (within) => {
      paper.makeRoom(56);
      const y = paper.y + 40;
      const { left } = paper.page;
      paper.adorn((doc) => {
        doc
          .moveTo(left, y)
          .lineTo(left + 210, y)
          .lineWidth(0.7)
          .stroke('#4a5462');
      });
      paper.y = y + 3;
      paper.write('Firma de quien investigó', { tag: 'P', style: STYLES.faint, within });
    },
  };
}
