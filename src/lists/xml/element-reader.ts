import { SaxesParser } from 'saxes';
import { type ListFile, refuseList } from '../reading.ts';
import { createElementTree, type FoundElement, type OnRoot } from './element-tree.ts';

/** Without an end of what is being read; the parser keeps all of that. */
const PENDING_MAX = 1_000_000;

/** Takes the text of a document piece by piece, and gives the elements that each piece has ended. */
export type ElementReader = {
  read: (text: string) => FoundElement[];
  end: () => FoundElement[];
  line: () => number;
};

export function createElementReader(
  file: ListFile,
  { names, onRoot }: { names: ReadonlySet<string>; onRoot: OnRoot },
): ElementReader {
  const parser = new SaxesParser();
  const line = () => parser.line;
  const refuse = (reason: string) => refuseList({ file: file.name, line: line() }, reason);
  const tree = createElementTree({ names, onRoot, line, refuse });
  let pending = 0;
  const advance = () => {
    pending = 0;
  };
  parser.on('error', () => {
    throw refuse('not well-formed XML');
  });
  // Entities of a document's own are the way to fill memory, and no list has any.
  parser.on('doctype', () => {
    throw refuse('a document type is refused');
  });
  parser.on('opentag', ({ name, attributes }) => {
    advance();
    tree.begin(localName(name), localNames(attributes));
  });
  parser.on('text', tree.addText);
  parser.on('cdata', tree.addText);
  parser.on('closetag', () => {
    advance();
    tree.end();
  });
  parser.on('comment', advance);
  return {
    read: (text) => {
      pending += text.length;
      parser.write(text);
      if (pending > PENDING_MAX) throw refuse('one of its texts is too long');
      return tree.take();
    },
    end: () => {
      parser.close();
      return tree.take();
    },
    line,
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' ? [[localName(name), value]] : [],
    ),
  );
}
