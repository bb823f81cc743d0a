import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Resources that pdf.js reads from files of its package: standard fonts, character maps, decoders and color profiles.
 */
export const PDF_RESOURCES = {
  standardFontDataUrl: `${join(PACKAGE, 'standard_fonts')}/`,
  cMapUrl: `${join(PACKAGE, 'cmaps')}/`,
  cMapPacked: true,
  wasmUrl: `${join(PACKAGE, 'wasm')}/`,
  iccUrl: `${join(PACKAGE, 'iccs')}/`,
  useWorkerFetch: false,
};
