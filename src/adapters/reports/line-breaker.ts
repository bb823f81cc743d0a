import { type FontName, toDisplayable } from './fonts.ts';
import { RIGHT_TO_LEFT_LETTERS } from './visual-runs.ts';

export type Style = { font: FontName; size: number; color: string };

/** With explicit features, PDFKit shapes a run as a whole instead of word by word from the left. */
export const SHAPE_WHOLE_RUN = { features: ['liga'] satisfies PDFKit.Mixins.OpenTypeFeatures[] };

/** Measures text and breaks it into lines. Caches the width of each word, because shaping takes most of the time. */
export class LineBreaker {
  readonly #doc: PDFKit.PDFDocument;
  readonly #widths = new Map<string, number>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /** Breaks a text into lines of at most `width` points. Cuts a word that is wider. */
  wrap(text: string, width: number, style: Style): string[] {
    const words = toDisplayable(text, style.font).split(' ').flatMap(this.#cut(width, style));
    const spaceWidth = this.#measureRun(' ', style);
    const lines: string[] = [];
    let line = '';
    let lineWidth = 0;
    for (const [index, word] of words.entries()) {
      const wordWidth = this.#measureWord(word, style, index === words.length - 1);
      if (line === '' || lineWidth + spaceWidth + wordWidth <= width) {
        lineWidth += line === '' ? wordWidth : spaceWidth + wordWidth;
        line = line === '' ? word : `${line} ${word}`;
        continue;
      }
      lines.push(line);
      line = word;
      lineWidth = wordWidth;
    }
    return [...lines, line];
  }

  #cut(width: number, style: Style): (word: string, index: number, all: string[]) => string[] {
    return (word, index, all) => {
      if (this.#measureWord(word, style, index === all.length - 1) <= width) return [word];
      const parts: string[] = [];
      let part = '';
      let partWidth = 0;
      // Adds up the widths of characters: measuring each prefix of a very long word would take seconds.
      for (const character of word) {
        const characterWidth = this.measureWidth(character, style);
        if (part !== '' && partWidth + characterWidth > width) {
          parts.push(part);
          [part, partWidth] = ['', 0];
        }
        part += character;
        partWidth += characterWidth;
      }
      return [...parts, part];
    };
  }

  measureWidth(line: string, style: Style): number {
    const words = line.split(' ');
    const lastIndex = words.length - 1;
    const spacesWidth = lastIndex === 0 ? 0 : this.#measureRun(' ', style) * lastIndex;
    return words.reduce(
      (sum, word, index) => sum + this.#measureWord(word, style, index === lastIndex),
      spacesWidth,
    );
  }

  /** Measures a word with the space after it, as PDFKit draws it, so that its cache of shaped words serves both. */
  #measureWord(word: string, style: Style, isLast: boolean): number {
    if (isLast || RIGHT_TO_LEFT_LETTERS.test(word)) return this.#measureRun(word, style);
    return this.#measureRun(`${word} `, style) - this.#measureRun(' ', style);
  }

  #measureRun(text: string, { font, size }: Style): number {
    const key = `${font} ${text}`;
    const cached = this.#widths.get(key);
    if (cached !== undefined) return cached * size;
    // Right-to-left text is measured with the options it is drawn with, so that PDFKit shapes it once.
    const options = RIGHT_TO_LEFT_LETTERS.test(text) ? SHAPE_WHOLE_RUN : {};
    const width = this.#doc.font(font).fontSize(1000).widthOfString(text, options) / 1000;
    this.#widths.set(key, width);
    return width * size;
  }
}
