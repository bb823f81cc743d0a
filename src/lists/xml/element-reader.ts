import { SaxesParser } from 'saxes';
import { createListError, type ListFile } from '../list-reader.ts';
import { createElementTree, type LocatedElement, type OnRoot } from './element-tree.ts';

/** Maximum length of text between two tags or comments, all of which the parser buffers. */
const PENDING_MAX = 1_000_000;

/** Parses the text of a document in chunks and returns the elements that each chunk completed. */
export type ElementReader = {
  read: (text: string) => LocatedElement[];
  end: () => LocatedElement[];
  line: () => number;
};

/**
 * Creates a reader of the elements with the given names. Its functions throw OperatorError for XML that is rejected.
 */
export function createElementReader(
  file: ListFile,
  { names, onRoot }: { names: ReadonlySet<string>; onRoot: OnRoot },
): ElementReader {
  const parser = new SaxesParser();
  const line = () => parser.line;
  const createError = (reason: string) =>
    createListError({ file: file.name, line: line() }, reason);
  const tree = createElementTree({ names, onRoot, line, createError });
  let pending = 0;
  const resetPending = () => {
    pending = 0;
  };
  parser.on('error', () => {
    throw createError('not well-formed XML');
  });
  // Entity definitions can exhaust memory (billion laughs), and no list has any.
  parser.on('doctype', () => {
    throw createError('a document type is refused');
  });
  parser.on('opentag', ({ name, attributes }) => {
    resetPending();
    tree.begin(toLocalName(name), toLocalNames(attributes));
  });
  parser.on('text', tree.addText);
  parser.on('cdata', tree.addText);
  parser.on('closetag', () => {
    resetPending();
    tree.end();
  });
  parser.on('comment', resetPending);
  return {
    read: (text) => {
      pending += text.length;
      parser.write(text);
      if (pending > PENDING_MAX) throw createError('one of its texts is too long');
      return tree.takeCompleted();
    },
    end: () => {
      parser.close();
      return tree.takeCompleted();
    },
    line,
  };
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function toLocalNames(attributes: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' ? [[toLocalName(name), value]] : [],
    ),
  );
}
