import { type FontName, showable } from './fonts.ts';
import { LETTERS_FROM_THE_RIGHT } from './visual-runs.ts';

export type Style = { font: FontName; size: number; color: string };

/** With features named the library shapes a run as a whole, not word by word from the left. */
export const WHOLE = { features: ['liga'] satisfies PDFKit.Mixins.OpenTypeFeatures[] };

/** Measures text and breaks it into lines; each word is measured once. */
export class LineBreaker {
  readonly #doc: PDFKit.PDFDocument;
  readonly #widths = new Map<string, number>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /** The text in lines of at most that width; a word that is wider is cut where it must be. */
  wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of showable(text, style.font).split(' ').flatMap(this.#cut(width, style))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (this.widthOf(longer, style) <= width) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    return [...lines, line];
  }

  #cut(width: number, style: Style): (word: string) => string[] {
    return (word) => {
      if (this.widthOf(word, style) <= width) return [word];
      const parts: string[] = [];
      let part = '';
      let taken = 0;
      // Sign by sign, each measured once: each beginning of a long word would be seconds of work.
      for (const sign of word) {
        const wide = this.widthOf(sign, style);
        if (part !== '' && taken + wide > width) {
          parts.push(part);
          [part, taken] = ['', 0];
        }
        part += sign;
        taken += wide;
      }
      return [...parts, part];
    };
  }

  widthOf(line: string, style: Style): number {
    return (
      line.split(' ').reduce((sum, word) => sum + this.#widthOfWord(word, style), 0) +
      this.#widthOfWord(' ', style) * (line.split(' ').length - 1)
    );
  }

  #widthOfWord(word: string, { font, size }: Style): number {
    const key = `${font} ${word}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known * size;
    // A word of one direction is shaped as it will be drawn, which the library does once for both.
    const options = LETTERS_FROM_THE_RIGHT.test(word) ? WHOLE : {};
    const width = this.#doc.font(font).fontSize(1000).widthOfString(word, options) / 1000;
    this.#widths.set(key, width);
    return width * size;
  }
}
