import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { UnreadableDocument } from '../unreadable.ts';
import { PDF_FOLDERS } from './pdf-folders.ts';

/**
 * A PDF for its text and its pictures alike: what one has unpacked the other needs not. Nothing in it is run or fetched;
 * who opens it closes it by its `loadingTask`. Undefined for one that needs a password. Throws UnreadableDocument for what
 * is no PDF.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy | undefined> {
  try {
    return await getDocument({
      // The reader takes the bytes for its own.
      data: new Uint8Array(bytes),
      ...PDF_FOLDERS,
      disableFontFace: true,
      enableXfa: false,
      useSystemFonts: false,
      stopAtErrors: false,
      maxImageSize: 40_000_000,
      verbosity: 0,
    }).promise;
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'PasswordException') return undefined;
    throw new UnreadableDocument('Not a readable PDF', { cause });
  }
}
