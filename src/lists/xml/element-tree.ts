/** Element with its content. Names have no prefix, because authorities change their namespaces. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  /** Trimmed text of the element. */
  text: string;
};

/** Element with the line at which it ends. */
export type LocatedElement = { element: XmlElement; line: number };
export type OnRoot = (root: Pick<XmlElement, 'name' | 'attributes'>) => void;

type OpenElement = Omit<XmlElement, 'children'> & { children: XmlElement[]; text: string };

/** Limits of depth and of the text of one element, which published lists do not approach. */
const DEPTH_MAX = 64;
const TEXT_MAX = 1_000_000;
/** Maximum length of all texts in one element. */
const LENGTH_MAX = 16_000_000;
/**
 * Maximum number of elements in one retained element, itself included. The largest published one, a party of OFAC's
 * advanced list, has some thousands.
 */
const ELEMENTS_MAX = 500_000;

export type ElementTree = {
  begin: (name: string, attributes: Record<string, string>) => void;
  addText: (text: string) => void;
  end: () => void;
  /** Returns the elements completed since the last call. */
  takeCompleted: () => LocatedElement[];
};

type TreeOptions = {
  names: ReadonlySet<string>;
  onRoot: OnRoot;
  line: () => number;
  createError: (reason: string) => Error;
};

/** Creates a tree that retains the elements with the given names and discards all others. */
export function createElementTree({ names, onRoot, line, createError }: TreeOptions): ElementTree {
  let completed: LocatedElement[] = [];
  const openElements: OpenElement[] = [];
  let depth = 0;
  let elementCount = 0;
  let length = 0;
  return {
    begin: (name, attributes) => {
      depth += 1;
      if (depth === 1) onRoot({ name, attributes });
      if (depth > DEPTH_MAX) throw createError('its elements are nested too deeply');
      if (openElements.length === 0 && !names.has(name)) return;
      elementCount += 1;
      if (elementCount > ELEMENTS_MAX) throw createError('one of its entries is too large');
      openElements.push({ name, attributes, children: [], text: '' });
    },
    addText: (text) => {
      const current = openElements.at(-1);
      if (current === undefined) return;
      current.text += text;
      length += text.length;
      if (length > LENGTH_MAX) throw createError('one of its entries is too large');
      if (current.text.length > TEXT_MAX) throw createError('one of its texts is too long');
    },
    end: () => {
      depth -= 1;
      const closed = openElements.pop();
      if (closed === undefined) return;
      const element = { ...closed, text: closed.text.trim() };
      const parent = openElements.at(-1);
      if (parent !== undefined) {
        parent.children.push(element);
        return;
      }
      completed.push({ element, line: line() });
      elementCount = 0;
      length = 0;
    },
    takeCompleted: () => {
      const result = completed;
      completed = [];
      return result;
    },
  };
}

/** Returns the children with a name. */
export function listChildren(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Returns the text of the first child with a name, or an empty string. */
export function getChildText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text ?? '';
}
