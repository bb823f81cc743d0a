/** Shares of the page's width and height, 0 to 1, from the top left corner of the page as it is shown. */
export type Box = { left: number; top: number; width: number; height: number };

/** `confidence` is 0 to 1; 1 for what stood there as text. */
export type ReadWord = { text: string; confidence: number; box: Box | null };

export const CODE_FORMATS = ['qr', 'pdf417', 'code128'] as const;
export type CodeFormat = (typeof CODE_FORMATS)[number];

/** A square or bar code. */
export type ReadCode = { format: CodeFormat; text: string; page: number; box: Box | null };

/** `ocr`: read from a picture of the page. */
export const PAGE_SOURCES = ['text', 'ocr'] as const;
export type PageSource = (typeof PAGE_SOURCES)[number];

/** Page with its words in reading order. `text` has them line by line. */
export type ReadPage = { number: number; source: PageSource; text: string; words: ReadWord[] };

/** The lines of a machine-readable zone as they were read. */
export type ReadMrz = { lines: string[]; page: number; confidence: number };

/** XML element: names without prefixes, attributes as text. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
};

/** Certificate in a document. */
export type ReadCertificate = {
  serial: string;
  rfc: string | null;
  /** ISO 8601. */
  validFrom: string;
  validTo: string;
};

/** Notes on the reading itself. */
export const READ_NOTES = [
  'pdf_encrypted',
  'pdf_scripted',
  'too_many_pages',
  'too_much_text',
  'no_text',
  'picture_too_large',
  'picture_too_small',
  'picture_blurred',
  'read_coarsely',
  'timed_out',
  'partly_unreadable',
  'not_read',
] as const;
export type ReadNote = (typeof READ_NOTES)[number];

/** Read document, before its content is interpreted. */
export type ReadDocument = {
  mediaType: string;
  /** Number of pages of the document. `pages` may have fewer. */
  pageCount: number;
  pages: ReadPage[];
  codes: ReadCode[];
  mrz: ReadMrz | null;
  xml: XmlElement | null;
  certificate: ReadCertificate | null;
  notes: ReadNote[];
};
