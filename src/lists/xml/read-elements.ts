import { type ListFile, refuseList } from '../reading.ts';
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
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw refuseList({ file: file.name, line: reader.line() }, 'not valid UTF-8');
    }
  };
  for await (const bytes of file.open()) yield* reader.read(decode(bytes));
  yield* reader.read(decode());
  yield* reader.end();
}
