import { EXTRACTION_PAGES_MAX, type ReadingInput } from '../../domain/extraction/extraction.ts';
import { interpretDocument } from '../../domain/extraction/interpret-document.ts';
import { readDocument } from '../read-document.ts';
import { UnreadableDocument } from '../unreadable-document.ts';
import type { ReaderMessage } from './reader-messages.ts';

/**
 * Program of a reader process, which reads one document at a time, isolated from the gateway. Sends progress and the
 * result to the parent process, or `unreadable` for malformed bytes. Exits after any other error.
 */
process.on('message', (reading: ReadingInput) => void respond(reading));
process.on('disconnect', () => process.exit(0));

async function respond(reading: ReadingInput): Promise<void> {
  process.send?.(await readInput(reading));
}

async function readInput({ claimed, today, ...document }: ReadingInput): Promise<ReaderMessage> {
  try {
    let pagesRead: number | undefined;
    const content = await readDocument(document, (progress) => {
      ({ pagesRead } = progress);
      process.send?.({ kind: 'progress', ...progress } satisfies ReaderMessage);
    });
    return {
      kind: 'read',
      extracted: interpretDocument(content, claimed, today),
      pageCount: content.pageCount,
      pagesRead: pagesRead ?? Math.min(EXTRACTION_PAGES_MAX, content.pageCount),
    };
  } catch (error) {
    if (error instanceof UnreadableDocument) return { kind: 'unreadable' };
    throw error;
  }
}
