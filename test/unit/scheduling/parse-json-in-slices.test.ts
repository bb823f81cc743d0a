import { describe, expect, it } from 'vitest';
import { parseInSteps, parseJsonInSlices } from '../../../src/scheduling/parse-json-in-slices.ts';
import { type Random, repeatRandomly } from '../../support/data/random.ts';

/** What is made of a text in pieces of so many characters, and in how many steps; `no JSON` where it throws. */
function parseIn(text: string, length: number): { value: unknown; steps: number } {
  const pieces = parseInSteps(text, length);
  for (let steps = 0; ; steps += 1) {
    const next = pieces.next();
    if (next.done === true) return { value: next.value, steps };
  }
}

/** As text, which tells the order of members and the name `__proto__` too; or what is said of a fault. */
function tell(parse: () => unknown): string {
  try {
    return JSON.stringify(parse());
  } catch (error) {
    return String(error);
  }
}

function expectSame(text: string, length: number): void {
  const [made, wanted] = [tell(() => parseIn(text, length).value), tell(() => JSON.parse(text))];
  expect({ text, made }).toEqual({ text, made: wanted });
}

describe('a text parsed in pieces', () => {
  const NAMES = ['', 'a', '2', '1', '__proto__', 'ñ"\\', 'constructor'] as const;
  const TEXTS = ['', 'x', '"', '\\', '\\"', 'a", "b', '[{,}]:', '\u2028ñandú 😀', '\n'] as const;
  const LEAVES = ['null', 'true', '-1.5e3', '0', '[]', '{}', '[ ]', '{\n}'] as const;
  const BLANKS = ['', '', ' ', '\n', ' \t\r\n '] as const;
  /** Of a few that are cut out, put in or doubled. */
  const SIGNS = ['[', ']', '{', '}', ',', ':', '"', '\\', ' ', '1', '\u00a0', 'x'] as const;

  function makeText(random: Random, depth: number): string {
    const blank = (): string => random.pick(BLANKS);
    const kind = depth === 0 ? random.below(2) : random.below(6);
    if (kind === 0) return random.pick(LEAVES);
    if (kind === 1) return JSON.stringify(random.pick(TEXTS));
    const inner = Array.from({ length: random.below(6) }, () => {
      const value = `${blank()}${makeText(random, depth - 1)}${blank()}`;
      return kind < 4
        ? value
        : `${blank()}${JSON.stringify(random.pick(NAMES))}${blank()}:${value}`;
    }).join(',');
    return kind < 4 ? `[${inner}]` : `{${inner}}`;
  }

  it('is what JSON.parse makes of it, or refused in its words', async () => {
    await repeatRandomly(async (random) => {
      const text = `${random.pick(BLANKS)}${makeText(random, 5)}${random.pick(BLANKS)}`;
      const [from, gone] = [random.below(text.length + 1), random.below(3)];
      const spoilt = text.slice(0, from) + random.pick(SIGNS) + text.slice(from + gone);
      for (const length of [1, 4, 30]) for (const one of [text, spoilt]) expectSame(one, length);
      await Promise.resolve();
    });
  });

  it.each([
    '',
    'x[1,2]',
    '[1,2]x',
    '[[1,2],]',
    '[[1,2],,3]',
    '[[1,2]3,4]',
    '[1,[2,3}]',
    '{"a":[1,2],}',
    '{"a" [1,2]}',
    '{"a":"b":[1,2]}',
    '{[1,2]}',
    '[1,"a":[2,3]]',
    '[1,[2,3',
    '["a',
    '[1]]',
    '\u00a0[1,2]',
  ])('%j is refused as JSON.parse refuses it', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expectSame(text, 1);
  });

  it('takes a step for each piece, however it is nested', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => [`pregunta ${n}`, 'Sí, "señor"', null]);
    for (const value of [rows, { rows }, [['a', { rows, more: rows }]]]) {
      const text = JSON.stringify(value);
      const parsed = parseIn(text, 10_000);
      expect(parsed.value).toEqual(value);
      expect(parsed.steps).toBeGreaterThan(text.length / 11_000);
      expect(await parseJsonInSlices(1, text)).toEqual(value);
    }
  });
});
