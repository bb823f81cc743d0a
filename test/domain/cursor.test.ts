import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../src/domain/cursor.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('decodeCursor', () => {
  it.each([
    [[1]],
    [[0, 7]],
    [[-1_795_000_000_000, Number.MAX_SAFE_INTEGER]],
    [[Number.MIN_SAFE_INTEGER, 0, 3]],
  ])('gives back the key %j that was encoded', (key) => {
    expect(decodeCursor(encodeCursor(key), key.length)).toEqual(key);
  });

  it('needs the length that the list has', () => {
    expect(decodeCursor(encodeCursor([1, 2]), 1)).toBeUndefined();
    expect(decodeCursor(encodeCursor([1]), 2)).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    '!!!',
    'null',
    encode(''),
    encode(' 1'),
    encode('1 '),
    encode('01'),
    encode('+1'),
    encode('1.5'),
    encode('1e3'),
    encode('0x10'),
    encode('-0'),
    encode('NaN'),
    encode('Infinity'),
    encode('9007199254740992'),
    encode('1,'),
    encode("1' or 1=1"),
    `${encodeCursor([1])}=`,
    `${encodeCursor([1])} `,
    Buffer.from('1').toString('base64'),
  ])('refuses %j, which encodeCursor cannot have made', (cursor) => {
    expect(decodeCursor(cursor, 1)).toBeUndefined();
  });
});
