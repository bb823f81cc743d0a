import { describe, expect, it } from 'vitest';
import {
  escapeControlCharacters,
  hasControlCharacters,
} from '../../../src/domain/shared/control-characters.ts';

const RANGES = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
] as const;
const CONTROLS = RANGES.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
);

describe('control characters', () => {
  it('are found and escaped, each of them', () => {
    for (const character of CONTROLS) {
      expect(hasControlCharacters(`a${character}b`)).toBe(true);
      const code = character.charCodeAt(0).toString(16).padStart(4, '0');
      expect(escapeControlCharacters(`a${character}b`)).toBe(`a\\u${code}b`);
    }
  });

  it('are no letter, sign or blank that names are written with', () => {
    const text = 'Ñandú O’Brien-Müller, S.A. de C.V. (№ 5) 株式会社 עברית é\u00a0\u200b👩‍💻';
    expect(hasControlCharacters(text)).toBe(false);
    expect(escapeControlCharacters(text)).toBe(text);
  });

  it('leave JSON with the same meaning once they are escaped in it', () => {
    const value = { [CONTROLS.join('')]: CONTROLS.join('x') };
    const json = escapeControlCharacters(JSON.stringify(value));
    expect(hasControlCharacters(json)).toBe(false);
    expect(JSON.parse(json)).toEqual(value);
  });
});
