import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/**
 * DejaVu Sans holds Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic; the condensed one fits tables. Read once for
 * all documents of a thread: most of the work on a document would be to read its fonts.
 */
export const FONTS = {
  regular: readFont('DejaVuSansCondensed.ttf'),
  bold: readFont('DejaVuSansCondensed-Bold.ttf'),
  mono: readFont('DejaVuSansMono.ttf'),
} as const;
export type FontName = keyof typeof FONTS;

const SIGNS: Record<FontName, ReadonlySet<number>> = {
  regular: signsOf(FONTS.regular),
  bold: signsOf(FONTS.bold),
  mono: signsOf(FONTS.mono),
};

function readFont(file: string): Font {
  const font = create(readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${file}`)));
  if ('fonts' in font) throw new Error(`${file} holds several fonts.`);
  return font;
}

function signsOf(font: Font): ReadonlySet<number> {
  return new Set(font.characterSet);
}

/**
 * Returns the text as the font can show it: characters without a glyph are replaced by Latin letters in brackets, never
 * by an empty box. Formatting characters are removed, because they could make a name look like another.
 */
export function showable(text: string, font: FontName): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (!/[^ -~]/.test(clean)) return clean;
  const has = SIGNS[font];
  let shown = '';
  let lacking = '';
  for (const sign of clean) {
    const isLacking = !has.has(sign.codePointAt(0) ?? 0);
    // A blank between two such words belongs to neither the one nor the other script.
    if (isLacking || (lacking !== '' && sign === ' ')) {
      lacking += sign;
      continue;
    }
    shown += inLatin(lacking) + sign;
    lacking = '';
  }
  return shown + inLatin(lacking);
}

function inLatin(text: string): string {
  if (text === '') return '';
  const spaced = text.replace(/[\p{Script=Han}\p{Script=Hangul}]/gu, ' $& ');
  const latin = anyAscii(spaced).replace(/ +/g, ' ').trim();
  return `[${latin === '' ? '?' : latin}]${text.endsWith(' ') ? ' ' : ''}`;
}
