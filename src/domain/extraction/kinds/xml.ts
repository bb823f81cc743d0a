import type { XmlElement } from '../document-content.ts';

export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** Returns the first element with a name, in document order. */
export function findElement(root: XmlElement, name: string): XmlElement | undefined {
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.name === name) return next;
    open.push(...next.children.toReversed());
  }
  return undefined;
}
