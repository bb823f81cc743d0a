/** Meaning of null in an input: the same as an omitted member, or distinct from it. */
export type Nulls = 'as omitted' | 'distinct';

/**
 * Returns the same text for all inputs with the same meaning, independent of the order of members, and another text for
 * any other input. Dates are ISO text. Throws for values that JSON cannot represent (undefined in a list, NaN, bigint,
 * Map, class instances), because two different inputs would have the same text.
 */
export function canonicalJson(value: unknown, nulls: Nulls): string {
  return JSON.stringify(toCanonical(value, nulls));
}

function toCanonical(value: unknown, nulls: Nulls): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'object') return toCanonicalObject(value, nulls);
  if (typeof value !== 'number') return throwUnsupported(typeof value);
  return Number.isFinite(value) ? value : throwUnsupported('a number that is not finite');
}

function toCanonicalObject(value: object | null, nulls: Nulls): unknown {
  // Stored digests have an empty list for null; inputs that allow both give them the same meaning.
  if (value === null) return nulls === 'distinct' ? [] : null;
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => toCanonical(item, nulls));
  if (value instanceof Date) return toCanonicalDate(value);
  if (!isPlain(value)) return throwUnsupported('an instance of a class');
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && (member !== null || nulls === 'distinct'))
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, toCanonical(member, nulls)]));
}

function toCanonicalDate(value: Date): string {
  return Number.isNaN(value.getTime()) ? throwUnsupported('an invalid date') : value.toISOString();
}

/** True for a plain object. graphql-js creates objects without a prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function throwUnsupported(what: string): never {
  throw new TypeError(
    `An input with an idempotency key contains ${what}, which JSON cannot represent.`,
  );
}
