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
    const words = showable(text, style.font).split(' ').flatMap(this.#cut(width, style));
    const blank = this.#measure(' ', style);
    const lines: string[] = [];
    let line = '';
    let filled = 0;
    for (const [at, word] of words.entries()) {
      const more = this.#widthOfWord(word, style, at === words.length - 1);
      if (line === '' || filled + blank + more <= width) {
        filled += line === '' ? more : blank + more;
        line = line === '' ? word : `${line} ${word}`;
        continue;
      }
      lines.push(line);
      line = word;
      filled = more;
    }
    return [...lines, line];
  }

  #cut(width: number, style: Style): (word: string, at: number, all: string[]) => string[] {
    return (word, at, all) => {
      if (this.#widthOfWord(word, style, at === all.length - 1) <= width) return [word];
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
    const words = line.split(' ');
    const last = words.length - 1;
    const blanks = last === 0 ? 0 : this.#measure(' ', style) * last;
    return words.reduce(
      (sum, word, at) => sum + this.#widthOfWord(word, style, at === last),
      blanks,
    );
  }

  /** The library draws a word with the blank behind it: measured like that it is shaped once for both. */
  #widthOfWord(word: string, style: Style, isLast: boolean): number {
    if (isLast || LETTERS_FROM_THE_RIGHT.test(word)) return this.#measure(word, style);
    return this.#measure(`${word} `, style) - this.#measure(' ', style);
  }

  #measure(text: string, { font, size }: Style): number {
    const key = `${font} ${text}`;
    const cached = this.#widths.get(key);
    if (cached !== undefined) return cached * size;
    // What is of one direction is shaped as it will be drawn, which the library does once for both.
    const options = LETTERS_FROM_THE_RIGHT.test(text) ? WHOLE : {};
    const width = this.#doc.font(font).fontSize(1000).widthOfString(text, options) / 1000;
    this.#widths.set(key, width);
    return width * size;
  }
}
