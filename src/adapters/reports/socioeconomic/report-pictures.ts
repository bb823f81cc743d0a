import type { SocioeconomicReportDocument } from '../../../domain/socioeconomic/report.ts';
import type { Picture, PictureBox } from '../../../domain/socioeconomic/report-picture.ts';
import type { Paper, StructureElement } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { MAP_HEIGHT_MAX, type PreparedPictures } from './printable.ts';
import type { SectionExtra } from './section-pages.ts';

/** Least height at which a map is legible, in points. A map is reduced to fit on a page, but not below this height. */
const MAP_HEIGHT_MIN = 110;
const CAPTION_HEIGHT = 16;

/** Picture to print; `lost` when the picture of the report cannot be shown, undefined when the report has none. */
export type PictureToPrint = Picture | 'lost' | undefined;

/** Returns the pictures of a report, and `lost` for those that it has and that cannot be shown. */
export function listPictures(
  { pictures: { photo, map } }: SocioeconomicReportDocument,
  prepared: PreparedPictures,
): { photo: PictureToPrint; map: PictureToPrint } {
  return {
    photo: photo === null ? undefined : (prepared.photo ?? 'lost'),
    map: map === null ? undefined : (prepared.map ?? 'lost'),
  };
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
  paper.drawFigure({ alt, within }, (doc) => doc.image(Buffer.from(picture.jpeg), x, y, size));
  paper.drawDecoration((doc) =>
    doc.rect(x, y, size.width, size.height).lineWidth(0.6).stroke('#b8bec6'),
  );
  return size.height;
}

/** Creates the map of the way to the home, which is drawn below its section. */
export function createMapExtra(paper: Paper, map: Picture | 'lost'): SectionExtra {
  return {
    height: MAP_HEIGHT_MIN + CAPTION_HEIGHT,
    draw: (within) => {
      paper.y += 6;
      paper.ensureHeight(MAP_HEIGHT_MIN + CAPTION_HEIGHT);
      paper.write('Croquis', { tag: 'H3', style: STYLES.match, within });
      paper.y += 3;
      const height = Math.min(MAP_HEIGHT_MAX, paper.remainingHeight);
      const box = { x: paper.page.left, y: paper.y, width: paper.textWidth, height };
      paper.y += drawPicture(paper, map, { box, alt: 'Croquis del domicilio', within });
    },
  };
}
