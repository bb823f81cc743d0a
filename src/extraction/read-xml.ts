import { SaxesParser } from 'saxes';
import type { XmlElement } from '../domain/extraction/document-content.ts';
import { UnreadableDocument } from './unreadable.ts';

const DEPTH_MAX = 64;
/** An invoice has some hundred elements, one of a whole month's sales some ten thousand. */
const ELEMENTS_MAX = 50_000;

type Open = { name: string; attributes: Record<string, string>; children: Open[] };

/**
 * The elements of a document with their attributes, without what stands between them. Throws UnreadableDocument for
 * what is no well-formed XML, for a document type, and for more or deeper elements than documents have.
 */
export function readXml(bytes: Uint8Array): XmlElement {
  const parser = new SaxesParser();
  const open: Open[] = [];
  let root: Open | undefined;
  let count = 0;
  parser.on('error', () => refuse('Not well-formed XML'));
  // Entities of a document's own are the way to fill memory, and no invoice has any.
  parser.on('doctype', () => refuse('A document type is refused'));
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > ELEMENTS_MAX) refuse('The document has too many elements');
    if (open.length >= DEPTH_MAX) refuse('Its elements are nested too deeply');
    const element: Open = {
      name: localName(name),
      attributes: localNames(attributes),
      children: [],
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(decode(bytes)).close();
  return root ?? refuse('The document is empty');
}

function refuse(message: string): never {
  throw new UnreadableDocument(message);
}

/** UTF-8, with or without its mark, is all that the tax authority takes. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableDocument('The document is not in UTF-8', { cause });
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Without those of namespaces, which say nothing of the document. */
function localNames(attributes: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' && !name.includes(':') ? [[name, value]] : [],
    ),
  );
}
