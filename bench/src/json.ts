/** Returns a member of a parsed JSON value; undefined when there is none. */
export function member(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(name);
  }
  return found;
}

/** Returns a member. Throws unless it is text. */
export function textMember(value: unknown, ...path: string[]): string {
  const found = member(value, ...path);
  if (typeof found === 'string') return found;
  throw missing('text', value, path);
}

/** Returns a member. Throws unless it is a number. */
export function numberMember(value: unknown, ...path: string[]): number {
  const found = member(value, ...path);
  if (typeof found === 'number') return found;
  throw missing('number', value, path);
}

/** Returns a member. Throws unless it is a list. */
export function listMember(value: unknown, ...path: string[]): unknown[] {
  const found = member(value, ...path);
  if (Array.isArray(found)) return found;
  throw missing('list', value, path);
}

const SHOWN_MAX = 300;

function missing(what: string, value: unknown, path: string[]): Error {
  const shown = JSON.stringify(value).slice(0, SHOWN_MAX);
  return new Error(`There is no ${what} at ${path.join('.')} of ${shown}`);
}
