import { LineBreaker, type Style, WHOLE } from './line-breaker.ts';
import { openDocument } from './open-document.ts';
import { PAGE, type Page } from './page.ts';
import { visualRuns } from './visual-runs.ts';

/** Structure tag of a text, for screen readers. */
export type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD';
export type Part = ReturnType<PDFKit.PDFDocument['struct']>;

const LINE = 1.32;
/** Maximum number of pages. A longer report is cut and states so. */
const PAGES_MAX = 120;

type Written = { tag: Tag; style: Style; within?: Part; width?: number };
/** Position of lines; `right` is their right edge when they are aligned there. */
type Place = { x: number; y: number; right?: number };
type Lines = { tag: Tag; lines: readonly string[]; style: Style; within: Part };
/** `watermark` stands across each page, under the text. */
export type PaperParts = {
  title: string;
  subject: string;
  at: Date;
  page?: Page;
  watermark?: string | undefined;
};

/** Pages filled with text from top to bottom. Content is tagged separately from decoration. */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly page: Page;
  readonly #root: Part;
  readonly #breaker: LineBreaker;
  readonly #watermark: string | undefined;
  y: number;
  pageCount = 1;

  constructor({ title, subject, at, page = PAGE, watermark }: PaperParts) {
    this.page = page;
    this.y = page.top;
    this.#watermark = watermark;
    this.doc = openDocument({ title, subject, at, page });
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
    this.#breaker = new LineBreaker(this.doc);
    this.#drawWatermark();
  }

  get textWidth(): number {
    return this.page.width - this.page.left - this.page.right;
  }

  /** Height that is left on the page. */
  get room(): number {
    return this.page.height - this.page.bottom - this.y;
  }

  get isFull(): boolean {
    return this.pageCount >= PAGES_MAX;
  }

  /** Starts a page when a height does not fit on this one; returns true when it did. */
  makeRoom(height: number): boolean {
    if (height <= this.room) return false;
    this.startPage();
    return true;
  }

  startPage(): void {
    this.doc.addPage();
    this.pageCount += 1;
    this.y = this.page.top;
    this.#drawWatermark();
  }

  part(name: string, within: Part = this.#root): Part {
    const part = this.doc.struct(name);
    within.add(part);
    return part;
  }

  heightOf(lines: readonly string[], style: Style): number {
    return lines.length * style.size * LINE;
  }

  /** Writes a paragraph at the cursor, and moves the cursor below it. */
  write(text: string, { tag, style, within = this.#root, width = this.textWidth }: Written): void {
    const lines = this.wrap(text, width, style);
    const height = this.heightOf(lines, style);
    this.makeRoom(height);
    this.put({ tag, lines, style, within }, { x: this.page.left, y: this.y });
    this.y += height;
  }

  /** Writes lines at a place where they fit. */
  put({ tag, lines, style, within }: Lines, { x, y, right }: Place): void {
    const draw = (): void => {
      for (const [at, line] of lines.entries()) {
        const from = right === undefined ? x : right - this.widthOf(line, style);
        this.#drawLine(line, style, { x: from, y: y + at * style.size * LINE });
      }
    };
    within.add(this.doc.struct(tag, {}, draw));
  }

  /** Draws a picture with its description. */
  picture(
    { alt, within = this.#root }: { alt: string; within?: Part },
    draw: (doc: PDFKit.PDFDocument) => void,
  ): void {
    within.add(this.doc.struct('Figure', { alt }, () => draw(this.doc)));
  }

  /** Draws decoration, which screen readers pass over. */
  adorn(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  /** Writes lines at the foot of each page, after all pages are drawn. */
  foot(linesOf: (page: number, pages: number) => readonly [string, string], style: Style): void {
    for (let page = 0; page < this.pageCount; page += 1) {
      this.doc.switchToPage(page);
      this.doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
      const { left: edge, height, bottom } = this.page;
      const y = height - bottom + 14;
      const [left, right] = linesOf(page + 1, this.pageCount);
      this.doc
        .moveTo(edge, y - 5)
        .lineTo(edge + this.textWidth, y - 5)
        .lineWidth(0.5)
        .stroke('#b8bec6');
      this.#drawLine(left, style, { x: edge, y });
      const x = edge + this.textWidth - this.widthOf(right, style);
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

  wrap(text: string, width: number, style: Style): string[] {
    return this.#breaker.wrap(text, width, style);
  }

  widthOf(line: string, style: Style): number {
    return this.#breaker.widthOf(line, style);
  }

  #drawWatermark(): void {
    if (this.#watermark === undefined) return;
    const { width, height } = this.page;
    const style = WATERMARK;
    const x = (width - this.widthOf(this.#watermark, style)) / 2;
    const y = (height - style.size) / 2;
    this.doc.markContent('Artifact', { type: 'Pagination' });
    this.doc.save().rotate(-50, { origin: [width / 2, height / 2] });
    this.#drawLine(this.#watermark, style, { x, y });
    this.doc.restore().endMarkedContent();
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

const WATERMARK: Style = { font: 'bold', size: 110, color: '#eef0f3' };
