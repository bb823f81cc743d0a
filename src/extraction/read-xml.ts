import { SaxesParser } from 'saxes';
import type { XmlElement } from '../domain/extraction/document-content.ts';
import { UnreadableDocument } from './unreadable-document.ts';

/** Maximum nesting, more than that of any invoice. */
const DEPTH_MAX = 64;
/** Maximum number of elements. An invoice has some hundred elements, that of a month's sales about ten thousand. */
const ELEMENTS_MAX = 50_000;

type OpenElement = { name: string; attributes: Record<string, string>; children: OpenElement[] };

/**
 * Parses the elements of a document with their attributes, without text. Throws UnreadableDocument for XML that is not
 * well-formed or not in UTF-8, for a document type declaration, and for too many or too deep elements.
 */
export function readXml(bytes: Uint8Array): XmlElement {
  const parser = new SaxesParser();
  const openElements: OpenElement[] = [];
  let root: OpenElement | undefined;
  let count = 0;
  parser.on('error', () => reject('Not well-formed XML'));
  // Entity definitions can exhaust memory (billion laughs), and no invoice has any.
  parser.on('doctype', () => reject('A document type declaration is not allowed'));
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > ELEMENTS_MAX) reject('The document has too many elements');
    if (openElements.length >= DEPTH_MAX) reject('The elements are nested too deeply');
    const element: OpenElement = {
      name: toLocalName(name),
      attributes: dropNamespaces(attributes),
      children: [],
    };
    openElements.at(-1)?.children.push(element);
    root ??= element;
    openElements.push(element);
  });
  parser.on('closetag', () => void openElements.pop());
  parser.write(trimProlog(decode(bytes))).close();
  return root ?? reject('The document is empty');
}

function reject(message: string): never {
  throw new UnreadableDocument(message);
}

/** Decodes UTF-8 with or without byte order mark, the only encoding that the tax authority accepts. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableDocument('The document is not in UTF-8', { cause });
  }
}

/**
 * Removes NUL characters at the end, and spaces and comments before the XML declaration. XML forbids both, but programs
 * write them.
 */
function trimProlog(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1;
  const trimmed = text.slice(0, end).trimStart();
  return trimmed.replace(/^(?:<!--(?:(?!-->)[\s\S]){0,10000}-->\s*){1,10}(?=<\?xml\s)/, '');
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the attributes without namespace declarations and prefixed names. */
function dropNamespaces(attributes: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' && !name.includes(':') ? [[name, value]] : [],
    ),
  );
}
