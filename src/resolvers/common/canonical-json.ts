/** What null says in an input: the same as a member that is left out, or something of its own. */
export type Nulls = 'as absent' | 'kept';

/**
 * One text for all inputs that mean the same, whatever the order of their members, and another one for every input
 * that means something else. An instant stands as its ISO text. Throws for what JSON cannot carry faithfully (undefined
 * in a list, NaN, bigint, Map, an instance of a class): two different inputs would become one text.
 */
export function canonicalJson(value: unknown, nulls: Nulls): string {
  return JSON.stringify(canonical(value, nulls));
}

function canonical(value: unknown, nulls: Nulls): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'object') return canonicalObject(value, nulls);
  if (typeof value !== 'number') return refuse(typeof value);
  return Number.isFinite(value) ? value : refuse('a number that is not finite');
}

function canonicalObject(value: object | null, nulls: Nulls): unknown {
  // An empty list stands for null in what is remembered already; inputs that allow both mean the same by them.
  if (value === null) return nulls === 'kept' ? [] : null;
  if (Array.isArray(value)) return Array.from(value, (one: unknown) => canonical(one, nulls));
  if (value instanceof Date) return canonicalDate(value);
  if (!isPlain(value)) return refuse('an instance of a class');
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && (member !== null || nulls === 'kept'))
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member, nulls)]));
}

function canonicalDate(value: Date): string {
  return Number.isNaN(value.getTime()) ? refuse('an invalid date') : value.toISOString();
}

/** graphql makes its objects without a prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function refuse(what: string): never {
  throw new TypeError(`An input that may be sent again holds ${what}, which JSON cannot carry.`);
}
