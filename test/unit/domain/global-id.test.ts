import { describe, expect, it } from 'vitest';
import {
  decodeDatabaseId,
  decodeGlobalId,
  encodeDocumentKey,
  encodeGlobalId,
  parseDatabaseId,
  parseDocumentKey,
} from '../../../src/domain/shared/global-id.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('decodeGlobalId', () => {
  it.each([
    ['Business', '7'],
    ['RequestedDocument', '7:1:INE:ñ/é'],
    ['Business', ''],
  ])('gives back the type %s and key "%s" that were encoded', (typename, id) => {
    expect(decodeGlobalId(encodeGlobalId(typename, id))).toEqual({ typename, id });
  });

  it.each([
    '',
    '7',
    '%%%',
    encode('Business'),
    encode(':7'),
    `${encodeGlobalId('Business', 1)}==`,
    ` ${encodeGlobalId('Business', 1)}`,
    Buffer.from('Business:7?>').toString('base64'),
    Buffer.from([66, 58, 0xff]).toString('base64url'),
  ])('refuses %j, which encodeGlobalId cannot have made', (text) => {
    expect(decodeGlobalId(text)).toBeUndefined();
  });

  it('reads an internal id only from an id of the wanted type', () => {
    expect(decodeDatabaseId(encodeGlobalId('Business', 7), 'Business')).toBe(7);
    expect(decodeDatabaseId(encodeGlobalId('Participant', 7), 'Business')).toBeUndefined();
    expect(decodeDatabaseId(encodeGlobalId('Business', '07'), 'Business')).toBeUndefined();
  });
});

describe('parseDatabaseId', () => {
  it.each([
    ['1', 1],
    ['10', 10],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('takes %j', (digits, id) => {
    expect(parseDatabaseId(digits)).toBe(id);
  });

  it.each([
    '',
    '0',
    '01',
    '-1',
    '+1',
    ' 1',
    '1 ',
    '1\n',
    '1.0',
    '1e3',
    '0x1',
    '9007199254740992',
    '9999999999999999',
    '10000000000000000',
    '\u0661',
    '\uff11',
  ])('refuses %j', (digits) => {
    expect(parseDatabaseId(digits)).toBeUndefined();
  });
});

describe('document keys', () => {
  it.each(['INE', '', 'a:b:c', 'línea\notra', ':'])('hold the type code %j whole', (typeCode) => {
    const key = { participantId: 12, typeCode, occurrence: 3 };
    expect(parseDocumentKey(encodeDocumentKey(key))).toEqual(key);
  });

  it.each(['', '1', '1:1', '0:1:INE', '1:0:INE', 'x:1:INE', '1:x:INE', '01:1:INE'])(
    'are not read from %j',
    (text) => {
      expect(parseDocumentKey(text)).toBeUndefined();
    },
  );
});
