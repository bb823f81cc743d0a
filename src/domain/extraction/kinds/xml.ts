import type { XmlElement } from '../read-document.ts';

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** The first element of a name in the order of the document, which is no deeper than its reader allows. */
export function findElement(root: XmlElement, name: string): XmlElement | undefined {
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.name === name) return next;
    open.push(...next.children.toReversed());
  }
  return undefined;
}
