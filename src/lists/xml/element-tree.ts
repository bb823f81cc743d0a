/** An element with what is in it. Names are local ones: the authorities change their namespaces. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  /** Its own text, blanks at the ends cut. */
  text: string;
};

export type FoundElement = { element: XmlElement; line: number };
export type OnRoot = (root: Pick<XmlElement, 'name' | 'attributes'>) => void;

type Open = Omit<XmlElement, 'children'> & { children: XmlElement[]; text: string };

const DEPTH_MAX = 64;
const TEXT_MAX = 1_000_000;
/** Of all texts of one of the asked elements. */
const LENGTH_MAX = 16_000_000;
/** The largest element that is asked for, one party of OFAC's advanced list, has some thousand parts. */
const PARTS_MAX = 500_000;

export type ElementTree = {
  begin: (name: string, attributes: Record<string, string>) => void;
  addText: (text: string) => void;
  end: () => void;
  /** The asked elements that ended since the last call. */
  take: () => FoundElement[];
};

type Asked = {
  names: ReadonlySet<string>;
  onRoot: OnRoot;
  line: () => number;
  refuse: (reason: string) => Error;
};

/** Keeps what is inside the elements of the asked names, and of others nothing. */
export function createElementTree({ names, onRoot, line, refuse }: Asked): ElementTree {
  let found: FoundElement[] = [];
  const open: Open[] = [];
  let depth = 0;
  let parts = 0;
  let length = 0;
  return {
    begin: (name, attributes) => {
      depth += 1;
      if (depth === 1) onRoot({ name, attributes });
      if (depth > DEPTH_MAX) throw refuse('its elements are nested too deeply');
      if (open.length === 0 && !names.has(name)) return;
      parts += 1;
      if (parts > PARTS_MAX) throw refuse('one of its entries is too large');
      open.push({ name, attributes, children: [], text: '' });
    },
    addText: (text) => {
      const inside = open.at(-1);
      if (inside === undefined) return;
      inside.text += text;
      length += text.length;
      if (length > LENGTH_MAX) throw refuse('one of its entries is too large');
      if (inside.text.length > TEXT_MAX) throw refuse('one of its texts is too long');
    },
    end: () => {
      depth -= 1;
      const closed = open.pop();
      if (closed === undefined) return;
      const element = { ...closed, text: closed.text.trim() };
      const parent = open.at(-1);
      if (parent !== undefined) {
        parent.children.push(element);
        return;
      }
      found.push({ element, line: line() });
      parts = 0;
      length = 0;
    },
    take: () => {
      const taken = found;
      found = [];
      return taken;
    },
  };
}

/** The children of this name. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text of the first child of this name; empty where there is none. */
export function textOf(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text ?? '';
}
