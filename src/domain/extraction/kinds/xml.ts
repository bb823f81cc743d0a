import type { XmlElement } from '../document-content.ts';

export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** Returns the first element with a name, in document order. */
export function findElement(root: XmlElement, name: string): XmlElement | undefined {
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    if (element.name === name) return element;
    pending.push(...element.children.toReversed());
  }
  return undefined;
}
