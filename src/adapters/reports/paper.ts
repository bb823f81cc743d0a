import { LineBreaker, SHAPE_WHOLE_RUN, type Style } from './line-breaker.ts';
import { openDocument } from './open-document.ts';
import { getTextWidth, PAGE, type Page } from './page.ts';
import { splitVisualRuns } from './visual-runs.ts';

/** Structure tag of a text, for screen readers. */
export type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD';
/** Element of the structure tree of a tagged PDF, for example a section or a table. */
export type StructureElement = ReturnType<PDFKit.PDFDocument['struct']>;

/** Height of a line, as a multiple of the font size. */
const LINE_HEIGHT = 1.32;
/** Number of pages from which `isFull` is true: a screening report then omits further matches, and states it. */
const PAGES_MAX = 120;

type TextOptions = { tag: Tag; style: Style; within?: StructureElement; width?: number };
/** Position of lines. With `right`, they are aligned at this right edge instead of at `x`. */
type LinePosition = { x: number; y: number; right?: number };
type LinesOptions = { tag: Tag; lines: readonly string[]; style: Style; within: StructureElement };
/** Properties of a document. The watermark is printed diagonally on each page, under the text. */
export type PaperParts = {
  title: string;
  subject: string;
  at: Date;
  page?: Page;
  watermark?: string | undefined;
};

/**
 * PDF whose pages are filled from top to bottom. `y` is the cursor. Content is tagged for screen readers; decoration is
 * marked as an artifact, which they skip.
 */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly page: Page;
  readonly #root: StructureElement;
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
    return getTextWidth(this.page);
  }

  /** Height between the cursor and the bottom of the page. */
  get remainingHeight(): number {
    return this.page.height - this.page.bottom - this.y;
  }

  /** True when the document has the maximum number of pages, or more. */
  get isFull(): boolean {
    return this.pageCount >= PAGES_MAX;
  }

  /** Starts a new page, and returns true, when a height does not fit on this page. */
  ensureHeight(height: number): boolean {
    if (height <= this.remainingHeight) return false;
    this.startPage();
    return true;
  }

  startPage(): void {
    this.doc.addPage();
    this.pageCount += 1;
    this.y = this.page.top;
    this.#drawWatermark();
  }

  /** Adds an element to the structure tree, by default at its root. */
  addElement(name: string, within: StructureElement = this.#root): StructureElement {
    const element = this.doc.struct(name);
    within.add(element);
    return element;
  }

  measureHeight(lines: readonly string[], style: Style): number {
    return lines.length * style.size * LINE_HEIGHT;
  }

  /** Writes a paragraph at the cursor, and moves the cursor below it. */
  write(
    text: string,
    { tag, style, within = this.#root, width = this.textWidth }: TextOptions,
  ): void {
    const lines = this.wrap(text, width, style);
    const height = this.measureHeight(lines, style);
    this.ensureHeight(height);
    this.drawLines({ tag, lines, style, within }, { x: this.page.left, y: this.y });
    this.y += height;
  }

  /** Draws lines at a position, without moving the cursor. */
  drawLines({ tag, lines, style, within }: LinesOptions, { x, y, right }: LinePosition): void {
    const draw = (): void => {
      for (const [index, line] of lines.entries()) {
        const lineX = right === undefined ? x : right - this.measureWidth(line, style);
        this.#drawLine(line, style, { x: lineX, y: y + index * style.size * LINE_HEIGHT });
      }
    };
    within.add(this.doc.struct(tag, {}, draw));
  }

  /** Draws a picture with its alternative text. */
  drawFigure(
    { alt, within = this.#root }: { alt: string; within?: StructureElement },
    draw: (doc: PDFKit.PDFDocument) => void,
  ): void {
    within.add(this.doc.struct('Figure', { alt }, () => draw(this.doc)));
  }

  /** Draws decoration, which screen readers skip. */
  drawDecoration(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  /** Draws a left and a right line at the foot of each page. Must be called after all pages are drawn. */
  drawFooters(
    toLines: (page: number, pages: number) => readonly [string, string],
    style: Style,
  ): void {
    for (let page = 0; page < this.pageCount; page += 1) {
      this.doc.switchToPage(page);
      this.doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
      const { left: edge, height, bottom } = this.page;
      const y = height - bottom + 14;
      const [left, right] = toLines(page + 1, this.pageCount);
      this.doc
        .moveTo(edge, y - 5)
        .lineTo(edge + this.textWidth, y - 5)
        .lineWidth(0.5)
        .stroke('#b8bec6');
      this.#drawLine(left, style, { x: edge, y });
      const x = edge + this.textWidth - this.measureWidth(right, style);
      this.#drawLine(right, style, { x, y: y + style.size * LINE_HEIGHT });
      this.doc.endMarkedContent();
    }
  }

  /** Ends the document and returns its bytes. */
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

  measureWidth(line: string, style: Style): number {
    return this.#breaker.measureWidth(line, style);
  }

  #drawWatermark(): void {
    if (this.#watermark === undefined) return;
    const { width, height } = this.page;
    const style = WATERMARK_STYLE;
    const x = (width - this.measureWidth(this.#watermark, style)) / 2;
    const y = (height - style.size) / 2;
    this.doc.markContent('Artifact', { type: 'Pagination' });
    this.doc.save().rotate(-50, { origin: [width / 2, height / 2] });
    this.#drawLine(this.#watermark, style, { x, y });
    this.doc.restore().endMarkedContent();
  }

  #drawLine(line: string, { font, size, color }: Style, position: { x: number; y: number }): void {
    this.doc.font(font).fontSize(size).fillColor(color);
    let { x } = position;
    for (const { text, isRightToLeft } of splitVisualRuns(line)) {
      const options = { lineBreak: false, ...(isRightToLeft ? SHAPE_WHOLE_RUN : {}) };
      this.doc.text(text, x, position.y, options);
      x += this.doc.widthOfString(text, options);
    }
  }
}

const WATERMARK_STYLE: Style = { font: 'bold', size: 110, color: '#eef0f3' };
