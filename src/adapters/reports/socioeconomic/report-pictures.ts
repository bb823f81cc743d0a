import type { SocioeconomicReportDocument } from '../../../domain/socioeconomic/report.ts';
import type { Paper, StructureElement } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { type Picture, type PictureBox, preparePicture } from './picture.ts';
import type { SectionExtra } from './section-pages.ts';

export const PHOTO: PictureBox = { width: 92, height: 116 };
/** Range of the height of a map, which is reduced to fit on the page of its section as long as it is legible. */
const MAP_HEIGHT = { max: 170, min: 110 };
const CAPTION_HEIGHT = 16;

/** Stored bytes of the pictures of a report; null when the report has no such picture or it was deleted. */
export type PictureBytes = { photo: Uint8Array | null; map: Uint8Array | null };

/** Picture to print; `lost` when the picture of the report cannot be shown, undefined when the report has none. */
export type PreparedPicture = Picture | 'lost' | undefined;

/** Prepares the photograph and the map of a report for printing. */
export async function preparePictures(
  paper: Paper,
  report: SocioeconomicReportDocument,
  pictures: PictureBytes,
): Promise<{ photo: PreparedPicture; map: PreparedPicture }> {
  const { photo, map } = report.pictures;
  const mapBox = { width: paper.textWidth, height: MAP_HEIGHT.max };
  return {
    photo: photo === null ? undefined : await preparePictureOrLost(pictures.photo, PHOTO),
    map: map === null ? undefined : await preparePictureOrLost(pictures.map, mapBox),
  };
}

async function preparePictureOrLost(
  bytes: Uint8Array | null,
  box: PictureBox,
): Promise<PreparedPicture> {
  return (bytes === null ? undefined : await preparePicture(bytes, box)) ?? 'lost';
}

type PicturePlacement = {
  box: PictureBox & { x: number; y: number };
  alt: string;
  within: StructureElement;
};

/** Draws a picture at the upper left of its box, or a sentence when it is lost. Returns the used height. */
export function drawPicture(
  paper: Paper,
  picture: Picture | 'lost',
  { box: { x, y, width, height }, alt, within }: PicturePlacement,
): number {
  if (picture === 'lost') {
    const style = STYLES.faint;
    const lines = paper.wrap(`${alt}: no se puede mostrar`, width, style);
    paper.drawLines({ tag: 'P', lines, style, within }, { x, y });
    return paper.measureHeight(lines, style);
  }
  const scale = Math.min(width / picture.width, height / picture.height);
  const size = { width: picture.width * scale, height: picture.height * scale };
  paper.drawFigure({ alt, within }, (doc) => doc.image(picture.jpeg, x, y, size));
  paper.drawDecoration((doc) =>
    doc.rect(x, y, size.width, size.height).lineWidth(0.6).stroke('#b8bec6'),
  );
  return size.height;
}

/** Creates the map of the way to the home, which is drawn below its section. */
export function createMapExtra(paper: Paper, map: Picture | 'lost'): SectionExtra {
  return {
    height: MAP_HEIGHT.min + CAPTION_HEIGHT,
    draw: (within) => {
      paper.y += 6;
      paper.ensureHeight(MAP_HEIGHT.min + CAPTION_HEIGHT);
      paper.write('Croquis', { tag: 'H3', style: STYLES.match, within });
      paper.y += 3;
      const height = Math.min(MAP_HEIGHT.max, paper.remainingHeight);
      const box = { x: paper.page.left, y: paper.y, width: paper.textWidth, height };
      paper.y += drawPicture(paper, map, { box, alt: 'Croquis del domicilio', within });
    },
  };
}
