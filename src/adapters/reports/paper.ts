import Pdf from 'pdfkit';
import { FONTS, type FontName, showable } from './fonts.ts';
import { visualRuns } from './visual-runs.ts';

export type Style = { font: FontName; size: number; color: string };
export type Box = { x: number; y: number; width: number };
/** What a piece of text is, for those who have the page read out. */
export type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD';
export type Part = ReturnType<PDFKit.PDFDocument['struct']>;

export const PAGE = { width: 612, height: 792, left: 50, right: 50, top: 48, bottom: 62 };
export const TEXT_WIDTH = PAGE.width - PAGE.left - PAGE.right;
const LINE = 1.32;
/** A report of more pages ends before its end, and says so. */
const PAGES_MAX = 120;

type Written = { tag: Tag; style: Style; within?: Part };
export type PaperParts = { title: string; subject: string; at: Date };

/** Pages that text is put on from top to bottom. What is put on is told apart from what only adorns it. */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly #root: Part;
  readonly #widths = new Map<string, number>();
  y = PAGE.top;
  pageCount = 1;

  constructor({ title, subject, at }: PaperParts) {
    this.doc = new Pdf({
      size: [PAGE.width, PAGE.height],
      // Lines are broken here; the library is to break nothing.
      margin: 0,
      pdfVersion: '1.7',
      ...READ_OUT,
      tagged: true,
      lang: 'es-MX',
      displayTitle: true,
      bufferPages: true,
      // From these the library makes the file's id as well: the same report, the same bytes.
      info: {
        Title: title,
        Subject: subject,
        Author: 'Participant Gateway',
        Producer: 'Participant Gateway',
        Creator: 'Participant Gateway',
        CreationDate: at,
        ModDate: at,
      },
    });
    for (const [name, bytes] of Object.entries(FONTS)) this.doc.registerFont(name, bytes);
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
  }

  get isFull(): boolean {
    return this.pageCount >= PAGES_MAX;
  }

  /** A new page where so much does not fit on this one; says whether there is one. */
  makeRoom(height: number): boolean {
    if (this.y + height <= PAGE.height - PAGE.bottom) return false;
    this.doc.addPage();
    this.pageCount += 1;
    this.y = PAGE.top;
    return true;
  }

  part(name: string, within: Part = this.#root): Part {
    const part = this.doc.struct(name);
    within.add(part);
    return part;
  }

  heightOf(lines: readonly string[], style: Style): number {
    return lines.length * style.size * LINE;
  }

  /** A paragraph at the cursor, which then stands below it. */
  write(text: string, { tag, style, within = this.#root }: Written): void {
    const lines = this.wrap(text, TEXT_WIDTH, style);
    const height = this.heightOf(lines, style);
    this.makeRoom(height);
    this.put({ tag, lines, style, within }, { x: PAGE.left, y: this.y });
    this.y += height;
  }

  /** Lines at a place, which fit there. */
  put(
    {
      tag,
      lines,
      style,
      within,
    }: { tag: Tag; lines: readonly string[]; style: Style; within: Part },
    { x, y }: { x: number; y: number },
  ): void {
    const draw = (): void => {
      for (const [at, line] of lines.entries())
        this.#drawLine(line, style, { x, y: y + at * style.size * LINE });
    };
    within.add(this.doc.struct(tag, {}, draw));
  }

  /** What is there for the eye only. */
  adorn(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  /** Lines at the foot of each page, known once all pages are. */
  foot(linesOf: (page: number, pages: number) => readonly [string, string], style: Style): void {
    for (let page = 0; page < this.pageCount; page += 1) {
      this.doc.switchToPage(page);
      this.doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
      const y = PAGE.height - PAGE.bottom + 14;
      const [left, right] = linesOf(page + 1, this.pageCount);
      this.doc
        .moveTo(PAGE.left, y - 5)
        .lineTo(PAGE.width - PAGE.right, y - 5)
        .lineWidth(0.5)
        .stroke('#b8bec6');
      this.#drawLine(left, style, { x: PAGE.left, y });
      const x = PAGE.width - PAGE.right - this.widthOf(right, style);
      this.#drawLine(right, style, { x, y: y + style.size * LINE });
      this.doc.endMarkedContent();
    }
  }

  async finish(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.doc.on('end', resolve);
    this.doc.on('error', reject);
    this.#root.end();
    this.doc.end();
    await promise;
    return Buffer.concat(chunks);
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
      const parts = [''];
      for (const sign of word) {
        const last = parts.at(-1) ?? '';
        if (last !== '' && this.widthOf(last + sign, style) > width) parts.push(sign);
        else parts[parts.length - 1] = last + sign;
      }
      return parts;
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
    const width = this.doc.font(font).fontSize(1000).widthOfString(word, WHOLE) / 1000;
    this.#widths.set(key, width);
    return width * size;
  }

  #drawLine(line: string, { font, size, color }: Style, place: { x: number; y: number }): void {
    this.doc.font(font).fontSize(size).fillColor(color);
    let { x } = place;
    for (const { text, isRightToLeft } of visualRuns(line)) {
      const options = { lineBreak: false, ...(isRightToLeft ? WHOLE : {}) };
      this.doc.text(text, x, place.y, options);
      x += this.doc.widthOfString(text, options);
    }
  }
}

/** The library has it, its types do not yet. */
const READ_OUT: object = { subset: 'PDF/UA' };
/** With features named the library shapes a run as a whole, not word by word from the left. */
const WHOLE = { features: ['liga'] satisfies PDFKit.Mixins.OpenTypeFeatures[] };
