import { EXTRACTION_PAGES_MAX, type ReadingInput } from '../../domain/extraction/extraction.ts';
import { interpretDocument } from '../../domain/extraction/interpret-document.ts';
import { readDocument } from '../read-document.ts';
import { UnreadableDocument } from '../unreadable.ts';
import type { FromReader } from './reader-messages.ts';

/**
 * The program that reads documents one at a time, apart from everything that must live on: who sends it a document
 * is told what came of it, or sees it end.
 */
process.on('message', (reading: ReadingInput) => void answer(reading));
process.on('disconnect', () => process.exit(0));

async function answer(reading: ReadingInput): Promise<void> {
  process.send?.(await read(reading));
}

async function read({ claimed, today, ...document }: ReadingInput): Promise<FromReader> {
  try {
    let pagesRead: number | undefined;
    const found = await readDocument(document, (progress) => {
      ({ pagesRead } = progress);
      process.send?.({ kind: 'progress', ...progress } satisfies FromReader);
    });
    return {
      kind: 'read',
      extracted: interpretDocument(found, claimed, today),
      pageCount: found.pageCount,
      pagesRead: pagesRead ?? Math.min(EXTRACTION_PAGES_MAX, found.pageCount),
    };
  } catch (error) {
    if (error instanceof UnreadableDocument) return { kind: 'unreadable' };
    throw error;
  }
}
