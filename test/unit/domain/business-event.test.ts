import { describe, expect, it } from 'vitest';
import { decodeEventId, encodeEventId } from '../../../src/domain/events/business-event.ts';

const streamKey = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('an event id', () => {
  it.each([0, 1, 255, 2 ** 32, Number.MAX_SAFE_INTEGER])('holds position %d', (position) => {
    const id = encodeEventId({ streamKey, position });
    expect(id).toMatch(/^[\w-]{32}$/);
    expect(decodeEventId(id)).toEqual({ streamKey, position });
  });

  it.each([
    ['nothing', ''],
    ['a number', '1'],
    ['one sign too few', encodeEventId({ streamKey, position: 1 }).slice(1)],
    ['one sign too many', `${encodeEventId({ streamKey, position: 1 })}A`],
    ['a position past 2^53', `${'A'.repeat(21)}A__________`],
    ['base64 instead of base64url', '+'.repeat(32)],
  ])('is not %s', (_what, text) => {
    expect(decodeEventId(text)).toBeUndefined();
  });
});
