/** Returns a member of a parsed JSON value; undefined when there is none. */
export function findMember(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(name);
  }
  return found;
}

/** Returns a member. Throws unless it is text. */
export function getTextMember(value: unknown, ...path: string[]): string {
  const found = findMember(value, ...path);
  if (typeof found === 'string') return found;
  throw missing('text', value, path);
}

/** Returns a member. Throws unless it is a number. */
export function getNumberMember(value: unknown, ...path: string[]): number {
  const found = findMember(value, ...path);
  if (typeof found === 'number') return found;
  throw missing('number', value, path);
}

/** Returns a member. Throws unless it is a list. */
export function getListMember(value: unknown, ...path: string[]): unknown[] {
  const found = findMember(value, ...path);
  if (Array.isArray(found)) return found;
  throw missing('list', value, path);
}

const SHOWN_MAX = 300;

function missing(what: string, value: unknown, path: string[]): Error {
  const shown = JSON.stringify(value).slice(0, SHOWN_MAX);
  return new Error(`There is no ${what} at ${path.join('.')} of ${shown}`);
}
