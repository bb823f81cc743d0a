import { type ListFile, refuseList } from '../reading.ts';
import { Utf8Watch } from '../text/decode-text.ts';
import { createElementReader } from './element-reader.ts';
import type { FoundElement, OnRoot } from './element-tree.ts';

/**
 * The elements of the asked names, each whole, in the order of the document, and nothing else of it held in memory.
 * `onRoot` is told the element that the document is. Throws OperatorError for what is no well-formed XML in UTF-8,
 * for a document type, and for elements that are too deep or too large.
 */
export async function* readElements(
  file: ListFile,
  asked: { names: ReadonlySet<string>; onRoot: OnRoot },
): AsyncGenerator<FoundElement> {
  const reader = createElementReader(file, asked);
  const decoder = new TextDecoder('utf-8');
  const utf8 = new Utf8Watch();
  const requireUtf8 = (): void => {
    const line = utf8.brokenLine;
    if (line !== undefined) throw refuseList({ file: file.name, line }, 'a byte there is no UTF-8');
  };
  for await (const bytes of file.open()) {
    utf8.see(bytes);
    requireUtf8();
    yield* reader.read(decoder.decode(bytes, { stream: true }));
  }
  utf8.end();
  requireUtf8();
  yield* reader.read(decoder.decode());
  yield* reader.end();
}
