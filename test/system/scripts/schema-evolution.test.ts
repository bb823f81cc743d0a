import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  compareSchemas,
  listDeprecations,
  listShortNotices,
} from '../../../scripts/schema-evolution.ts';

const TODAY = '2027-07-01';
const SDL = `
  type Query { business(id: ID!, name: String = "a"): Business, node: Node, result: Result }
  interface Node { id: ID! }
  type Business implements Node { id: ID!, name: String!, kind: Kind }
  type Failure { message: String }
  union Result = Business | Failure
  enum Kind { OPEN CLOSED }
  input Lookup { id: ID, code: String }
  type Mutation { find(by: Lookup!): Business, stay: Int }
`;

async function read(name: string): Promise<string> {
  return await readFile(new URL(`../../../${name}`, import.meta.url), 'utf8');
}

/** What breaks when the released SDL becomes another by replacing one part of it. */
function breaking(part: string, replacement: string, released = SDL): string[] {
  const current = released.replace(part, replacement);
  expect(current).not.toBe(released);
  return compareSchemas(released, current, TODAY).breaking;
}

function deprecated(part: string, day: string): string {
  const changed = SDL.replace(part, `${part} @deprecated(reason: "Old. Removed after ${day}.")`);
  expect(changed).not.toBe(SDL);
  return changed;
}

describe('the schema check', () => {
  it.each([
    ['a removed field', 'name: String!, ', ''],
    ['a result that may be null now', 'name: String!', 'name: String'],
    ['a result of another type', 'kind: Kind', 'kind: String'],
    ['a removed enum value', 'OPEN CLOSED', 'OPEN'],
    ['a removed member of a union', 'Business | Failure', 'Business'],
    ['a type that implements an interface no more', 'Business implements Node', 'Business'],
    ['a removed argument', ', name: String = "a"', ''],
    ['another default of an argument', '= "a"', '= "b"'],
    ['a new required argument', '(by: Lookup!', '(by: Lookup!, must: Int!'],
    ['a new required input field', 'code: String', 'code: String, must: Int!'],
    ['an input that takes one field only now', 'input Lookup', 'input Lookup @oneOf'],
    ['a removed root field', 'node: Node, ', ''],
  ])('refuses %s', (_change, part, replacement) => {
    expect(breaking(part, replacement)).toHaveLength(1);
  });

  it.each([
    ['a new field', 'kind: Kind', 'kind: Kind, code: String'],
    ['a result that is never null now', 'kind: Kind', 'kind: Kind!'],
    ['a new optional argument', '(id: ID!', '(first: Int, id: ID!'],
    ['a new type', 'enum Kind', 'type More { a: Int } enum Kind'],
    ['a deprecation', 'kind: Kind', 'kind: Kind @deprecated(reason: "Removed after 2027-12-31.")'],
  ])('allows %s', (_change, part, replacement) => {
    expect(breaking(part, replacement)).toEqual([]);
  });

  it('allows, and names, what clients must be ready for', () => {
    const current = SDL.replace('OPEN CLOSED', 'OPEN CLOSED FROZEN');
    const { breaking: none, notable } = compareSchemas(SDL, current, TODAY);
    expect(none).toEqual([]);
    expect(notable).toEqual([expect.stringContaining('FROZEN')]);
  });
});

describe('a deprecated element', () => {
  it.each([
    ['field', 'kind: Kind', 'kind: String'],
    ['enum value', 'CLOSED', ''],
    ['argument', 'name: String = "a"', ''],
    ['input field', 'code: String', ''],
  ])('may change or go once the day of its reason has passed: %s', (_kind, part, replacement) => {
    const due = deprecated(part, '2027-06-30');
    const whole = `${part} @deprecated(reason: "Old. Removed after 2027-06-30.")`;
    expect(breaking(whole, replacement, due)).toEqual([]);
  });

  it('stays on its day itself and before, and where its reason names no day', () => {
    for (const reason of ['Removed after 2027-07-01.', 'Removed after 2027-12-31.', 'Old.']) {
      const mark = ` @deprecated(reason: "${reason}")`;
      const released = SDL.replace('kind: Kind', `kind: Kind${mark}`);
      expect(breaking(`, kind: Kind${mark}`, '', released)).toHaveLength(1);
    }
  });

  it('is bound by the day that was released, not by one that the change itself brings', () => {
    const released = deprecated('kind: Kind', '2027-12-31');
    const hurried = deprecated('kind: Kind', '2027-01-01').replace('kind: Kind', 'kind: String');
    expect(compareSchemas(released, hurried, TODAY).breaking).toHaveLength(1);
  });

  it('takes along the types that only it led to, and no other', () => {
    const released = deprecated('find(by: Lookup!): Business', '2027-06-30');
    const current = SDL.replace(/find.*Business, /, '').replace(/input Lookup .*/, '');
    expect(compareSchemas(released, current, TODAY).breaking).toEqual([]);
    const tooMuch = current.replace(/type Failure .*/, '').replace('| Failure', '');
    expect(compareSchemas(released, tooMuch, TODAY).breaking).not.toEqual([]);
  });

  it('is listed with its day, or with none where its reason is not in the form', () => {
    const marked = SDL.replace('OPEN', 'OPEN @deprecated(reason: "Removed after June.")').replace(
      'id: ID, ',
      'id: ID @deprecated(reason: "Use code. Removed after 2027-12-31."), ',
    );
    expect(listDeprecations(marked)).toEqual([
      { path: 'Kind.OPEN', removedAfter: undefined },
      { path: 'Lookup.id', removedAfter: '2027-12-31' },
    ]);
  });

  it('is released with 90 days of notice at least', () => {
    expect(listShortNotices(SDL, deprecated('kind: Kind', '2027-09-28'), TODAY)).toEqual([
      'Business.kind',
    ]);
    const inTime = deprecated('kind: Kind', '2027-09-29');
    expect(listShortNotices(SDL, inTime, TODAY)).toEqual([]);
    // What was announced before is not asked for again.
    expect(listShortNotices(inTime, inTime, '2027-09-20')).toEqual([]);
  });
});

describe('schema.graphql', () => {
  it('breaks no client of the released SDL, and dates every deprecation', async () => {
    const current = await read('schema.graphql');
    const today = new Date().toISOString().slice(0, 10);
    const { breaking: broken } = compareSchemas(
      await read('schema.released.graphql'),
      current,
      today,
    );
    expect(broken).toEqual([]);
    const undated = listDeprecations(current).filter((one) => one.removedAfter === undefined);
    expect(undated).toEqual([]);
  });
});
