import type { SocioeconomicReportDocument } from '../../../domain/socioeconomic/report.ts';
import type { Paper, Part } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { type Picture, type PictureBox, preparePicture } from './picture.ts';
import type { SectionExtra } from './section-pages.ts';

export const PHOTO: PictureBox = { width: 92, height: 116 };
/** Range of the height of a map: it is reduced to stay with its section, as long as it is legible. */
const MAP_HEIGHT = { most: 170, least: 110 };
const CAPTION_HEIGHT = 16;

/** Stored bytes of the pictures of a report; null for a picture that the report lacks or that was deleted. */
export type PictureBytes = { photo: Uint8Array | null; map: Uint8Array | null };

/** Picture to print; `lost` when the report names one that cannot be shown, undefined when it names none. */
export type Shown = Picture | 'lost' | undefined;

/** Prepares the photograph and the map of a report for printing. */
export async function openPictures(
  paper: Paper,
  report: SocioeconomicReportDocument,
  pictures: PictureBytes,
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

type Placed = { box: PictureBox & { x: number; y: number }; alt: string; within: Part };

/** Draws a picture at the upper left of its box, or a sentence instead of it. Returns its height. */
export function drawPicture(
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

/** Draws the map of the way to the home below its section. */
export function mapExtra(paper: Paper, map: Picture | 'lost'): SectionExtra {
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
