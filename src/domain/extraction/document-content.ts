/** Bounding box in fractions of the width and height of the displayed page, 0 to 1, from its top left corner. */
export type Box = { left: number; top: number; width: number; height: number };

/** Word of a page. `confidence` is 0 to 1, and 1 for embedded text. */
export type Word = { text: string; confidence: number; box: Box | null };

export const CODE_FORMATS = ['qr', 'pdf417', 'code128'] as const;
export type CodeFormat = (typeof CODE_FORMATS)[number];

/** Decoded barcode: QR, PDF417 or Code 128. */
export type Barcode = { format: CodeFormat; text: string; page: number; box: Box | null };

/** Origins of the words of a page: embedded text or OCR of its image. */
export const PAGE_SOURCES = ['text', 'ocr'] as const;
export type PageSource = (typeof PAGE_SOURCES)[number];

/** Page with its words in reading order. `text` has them line by line. */
export type PageContent = { number: number; source: PageSource; text: string; words: Word[] };

/** OCR reading of the lines of a machine-readable zone. */
export type MrzReading = { lines: string[]; page: number; confidence: number };

/** XML element: names without prefixes, attributes as text. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
};

/** Certificate embedded in an invoice. */
export type CertificateInfo = {
  serial: string;
  rfc: string | null;
  /** ISO 8601. */
  validFrom: string;
  validTo: string;
};

/** Problems met while reading a document. */
export const CONTENT_NOTES = [
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
export type ContentNote = (typeof CONTENT_NOTES)[number];

/** Content of a document before interpretation: text, barcodes, machine-readable zone and XML. */
export type DocumentContent = {
  mediaType: string;
  /** Number of pages of the document. `pages` may have fewer. */
  pageCount: number;
  pages: PageContent[];
  codes: Barcode[];
  mrz: MrzReading | null;
  xml: XmlElement | null;
  certificate: CertificateInfo | null;
  notes: ContentNote[];
};
