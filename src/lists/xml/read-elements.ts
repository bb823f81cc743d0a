import { createListError, type ListFile } from '../list-reader.ts';
import { Utf8Validator } from '../text/decode-text.ts';
import { createElementReader } from './element-reader.ts';
import type { LocatedElement, OnRoot } from './element-tree.ts';

/**
 * Yields the elements with the given names in document order, with those of one chunk in memory. `onRoot` receives the
 * root element. Throws OperatorError for XML that is not well-formed or not UTF-8, for a document type declaration,
 * and for elements that are nested too deeply or too large.
 */
export async function* readElements(
  file: ListFile,
  options: { names: ReadonlySet<string>; onRoot: OnRoot },
): AsyncGenerator<LocatedElement> {
  const reader = createElementReader(file, options);
  const decoder = new TextDecoder('utf-8');
  const utf8 = new Utf8Validator();
  const requireUtf8 = (): void => {
    const line = utf8.firstInvalidLine;
    if (line !== undefined) throw createListError({ file: file.name, line }, 'a byte is not UTF-8');
  };
  for await (const bytes of file.open()) {
    utf8.write(bytes);
    requireUtf8();
    yield* reader.read(decoder.decode(bytes, { stream: true }));
  }
  utf8.end();
  requireUtf8();
  yield* reader.read(decoder.decode());
  yield* reader.end();
}
