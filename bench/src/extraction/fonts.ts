import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

/** Font families of the documents, or similar ones, with their packages. */
const PACKAGES = new Map([
  ['Arimo', 'arimo'],
  ['Carlito', 'carlito'],
  ['Tinos', 'tinos'],
  ['Montserrat', 'montserrat'],
  ['Roboto', 'roboto'],
  ['Courier Prime', 'courier-prime'],
]);
export const TEXT_FONTS = ['Arimo', 'Carlito', 'Tinos', 'Montserrat', 'Roboto'] as const;
/** Font of the machine-readable zone, from the Debian package `fonts-ocr-b`. */
const OCR_B = '/usr/share/fonts/opentype/ocr-b/OCRB.otf';
const STYLES = ['latin-400', 'latin-700'];

let isLoaded = false;

export function loadFonts(): void {
  if (isLoaded) return;
  isLoaded = true;
  // Registered under another name, because the oblique font of the family has the same.
  if (existsSync(OCR_B)) GlobalFonts.registerFromPath(OCR_B, 'OCR-B upright');
  const require = createRequire(import.meta.url);
  for (const [family, name] of PACKAGES) {
    for (const style of STYLES) {
      const file = `@fontsource/${name}/files/${name}-${style}-normal.woff2`;
      GlobalFonts.registerFromPath(require.resolve(file), family);
    }
  }
}

export function hasOcrB(): boolean {
  loadFonts();
  return GlobalFonts.has('OCR-B upright');
}

export function mrzFont(): string {
  return hasOcrB() ? 'OCR-B upright' : 'Courier Prime';
}
