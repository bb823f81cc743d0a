/** One member of a value that came as JSON; undefined where it has none of that name. */
export function member(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(name);
  }
  return found;
}

/** A member that must be text; throws otherwise. */
export function textMember(value: unknown, ...path: string[]): string {
  const found = member(value, ...path);
  if (typeof found === 'string') return found;
  throw missing('text', value, path);
}

/** A member that must be a number; throws otherwise. */
export function numberMember(value: unknown, ...path: string[]): number {
  const found = member(value, ...path);
  if (typeof found === 'number') return found;
  throw missing('number', value, path);
}

/** A member that must be a list; throws otherwise. */
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
