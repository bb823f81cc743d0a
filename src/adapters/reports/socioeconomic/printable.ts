import type { SocioeconomicReportDocument } from '../../../domain/socioeconomic/report.ts';
import type {
  Picture,
  PictureBox,
  PictureInput,
  PreparePictures,
} from '../../../domain/socioeconomic/report-picture.ts';
import type { PageFormat } from '../../../domain/socioeconomic/stored-report.ts';
import { getTextWidth, PAGES } from '../page.ts';

/** Stored bytes of the pictures of a report; null when the report has no such picture or it was deleted. */
export type PictureBytes = { photo: Uint8Array | null; map: Uint8Array | null };

/** Report to print. `digest` is the SHA-256 of its canonical JSON. `signature` is null for a draft. */
export type SocioeconomicPrintInput = {
  report: SocioeconomicReportDocument;
  digest: string;
  signature: string | null;
  page: PageFormat;
  pictures: PictureBytes;
};

/** Pictures of a report as they are printed; null for one that cannot be shown and for one that the report lacks. */
export type PreparedPictures = { photo: Picture | null; map: Picture | null };

/** Report with prepared pictures. */
export type PrintableReport = Omit<SocioeconomicPrintInput, 'pictures'> & {
  pictures: PreparedPictures;
};

/** Largest size of the photograph, in points. */
export const PHOTO = { width: 92, height: 116 };
/** Largest height of the map, in points. */
export const MAP_HEIGHT_MAX = 170;

/** Prepares the pictures of a report, so that the thread that prints it decodes no uploaded bytes. */
export async function toPrintable(
  { pictures, ...input }: SocioeconomicPrintInput,
  prepare: PreparePictures,
): Promise<PrintableReport> {
  const map = { width: getTextWidth(PAGES[input.page]), height: MAP_HEIGHT_MAX };
  const inputs = [toInput(pictures.photo, PHOTO), toInput(pictures.map, map)];
  const [preparedPhoto = null, preparedMap = null] = await prepare(inputs);
  return { ...input, pictures: { photo: preparedPhoto, map: preparedMap } };
}

function toInput(bytes: Uint8Array | null, box: PictureBox): PictureInput | null {
  return bytes === null ? null : { bytes, box };
}
