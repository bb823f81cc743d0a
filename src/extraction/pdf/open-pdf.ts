import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { UnreadableDocument } from '../unreadable-document.ts';
import { PDF_RESOURCES } from './pdf-resources.ts';

/** Maximum number of pixels of an image in a PDF, as of an uploaded image; a larger one is not decoded. */
const PIXELS_MAX = 40_000_000;

/**
 * Opens a PDF for text extraction and rendering, so that its streams are decompressed once. Runs no scripts and fetches
 * nothing. The caller must destroy its `loadingTask`. Returns undefined when the PDF requires a password. Throws
 * UnreadableDocument for bytes that are not a PDF.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy | undefined> {
  try {
    return await getDocument({
      // A copy, because pdf.js takes ownership of the bytes.
      data: new Uint8Array(bytes),
      ...PDF_RESOURCES,
      disableFontFace: true,
      enableXfa: false,
      useSystemFonts: false,
      stopAtErrors: false,
      maxImageSize: PIXELS_MAX,
      verbosity: 0,
    }).promise;
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'PasswordException') return undefined;
    throw new UnreadableDocument('Not a readable PDF', { cause });
  }
}
