/** Values that a page shows and the values of this run that stand for them. */
export type Replacements = Map<string, string>;

const ELLIPSIS = '…';
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DIGEST = /^[\da-f]{64}$/;

/**
 * Compares a documented value with the received one and returns the differences. Ids, versions, instants, digests and texts
 * with an ellipsis may differ: they are recorded, so that later requests of the page use the received value. A member or
 * element `…` stands for any number of further ones.
 */
export function compareDocumented(
  documented: unknown,
  received: unknown,
  into: Replacements,
): string[] {
  return compare({ documented, received }, '$', into);
}

type Pair = { documented: unknown; received: unknown };

function compare({ documented, received }: Pair, path: string, into: Replacements): string[] {
  if (Array.isArray(documented) && Array.isArray(received))
    return compareLists(documented, received, { path, into });
  if (isObject(documented) && isObject(received))
    return compareObjects(documented, received, { path, into });
  if (documented === received) return [];
  if (typeof documented === typeof received && mayDiffer(path, documented)) {
    into.set(JSON.stringify(documented), JSON.stringify(received));
    return [];
  }
  return [`${path}: ${JSON.stringify(documented)}, but received ${JSON.stringify(received)}`];
}

type At = { path: string; into: Replacements };

function compareLists(documented: unknown[], received: unknown[], { path, into }: At): string[] {
  const isCut = documented.at(-1) === ELLIPSIS;
  const shown = isCut ? documented.slice(0, -1) : documented;
  if (isCut ? received.length < shown.length : received.length !== shown.length)
    return [`${path}: ${shown.length} elements, but received ${received.length}`];
  return shown.flatMap((element, at) =>
    compare({ documented: element, received: received[at] }, `${path}[${at}]`, into),
  );
}

function compareObjects(documented: object, received: object, { path, into }: At): string[] {
  const shown = Object.keys(documented).filter((key) => key !== ELLIPSIS);
  const isCut = Object.hasOwn(documented, ELLIPSIS);
  const missing = Object.keys(received).filter((key) => !shown.includes(key));
  const faults = isCut ? [] : missing.map((key) => `${path}.${key}: received, not documented`);
  return [
    ...faults,
    ...shown.flatMap((key) =>
      compare(
        { documented: Reflect.get(documented, key), received: Reflect.get(received, key) },
        `${path}.${key}`,
        into,
      ),
    ),
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mayDiffer(path: string, value: unknown): boolean {
  if (typeof value === 'number') return /(?:^|[._])(?:id|version)$|Id$/i.test(path);
  if (typeof value !== 'string') return false;
  return value.includes(ELLIPSIS) || INSTANT.test(value) || DIGEST.test(value);
}

/** Returns a text of a page with the values of this run. */
export function replaceDocumented(text: string, replacements: Replacements): string {
  let result = text;
  for (const [documented, received] of replacements) {
    const [from, to] = [unquote(documented), unquote(received)];
    const pattern = documented.startsWith('"')
      ? escapePattern(from)
      : `(?<![\\w./-])${escapePattern(from)}(?![\\w.-])`;
    result = result.replaceAll(new RegExp(pattern, 'g'), () => to);
  }
  return result;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
}

function unquote(text: string): string {
  const value: unknown = JSON.parse(text);
  return String(value);
}
