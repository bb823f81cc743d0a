import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/**
 * DejaVu Sans, which has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters; the condensed version
 * fits tables. Parsed once per thread, because parsing takes longer than printing a document.
 */
export const FONTS = {
  regular: readFont('DejaVuSansCondensed.ttf'),
  bold: readFont('DejaVuSansCondensed-Bold.ttf'),
  mono: readFont('DejaVuSansMono.ttf'),
} as const;
export type FontName = keyof typeof FONTS;

const CODE_POINTS: Record<FontName, ReadonlySet<number>> = {
  regular: readCodePoints(FONTS.regular),
  bold: readCodePoints(FONTS.bold),
  mono: readCodePoints(FONTS.mono),
};

function readFont(file: string): Font {
  const font = create(readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${file}`)));
  if ('fonts' in font) throw new Error(`${file} holds several fonts.`);
  return font;
}

function readCodePoints(font: Font): ReadonlySet<number> {
  return new Set(font.characterSet);
}

/**
 * Returns the text as the font can show it: replaces characters without a glyph by their transliteration in brackets.
 * Removes formatting characters, because they could make a name look like another.
 */
export function toDisplayable(text: string, font: FontName): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (!/[^ -~]/.test(clean)) return clean;
  const codePoints = CODE_POINTS[font];
  let displayable = '';
  let missingGlyphs = '';
  for (const character of clean) {
    const hasNoGlyph = !codePoints.has(character.codePointAt(0) ?? 0);
    // A space between two such words belongs to the same brackets.
    if (hasNoGlyph || (missingGlyphs !== '' && character === ' ')) {
      missingGlyphs += character;
      continue;
    }
    displayable += transliterate(missingGlyphs) + character;
    missingGlyphs = '';
  }
  return displayable + transliterate(missingGlyphs);
}

function transliterate(text: string): string {
  if (text === '') return '';
  // Each of these characters is a syllable or a word.
  const spaced = text.replace(/[\p{Script=Han}\p{Script=Hangul}]/gu, ' $& ');
  const latin = anyAscii(spaced).replace(/ +/g, ' ').trim();
  return `[${latin === '' ? '?' : latin}]${text.endsWith(' ') ? ' ' : ''}`;
}
