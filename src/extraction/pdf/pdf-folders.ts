import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Everything that a PDF may need beside its own bytes is in the reader's package and is read as files. */
export const PDF_FOLDERS = {
  standardFontDataUrl: `${join(PACKAGE, 'standard_fonts')}/`,
  cMapUrl: `${join(PACKAGE, 'cmaps')}/`,
  cMapPacked: true,
  wasmUrl: `${join(PACKAGE, 'wasm')}/`,
  iccUrl: `${join(PACKAGE, 'iccs')}/`,
  useWorkerFetch: false,
};
