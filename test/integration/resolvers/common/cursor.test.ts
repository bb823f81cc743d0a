import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTokenIssuer } from '../../../../src/auth/tokens.ts';
import type { RequestContext } from '../../../../src/context.ts';
import { createCursorCodec } from '../../../../src/resolvers/common/cursor.ts';
import { createTestDatabase, useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  NO_VAULT,
  TOKEN_OPTIONS,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';

const database = useDatabase();
let ctx: RequestContext;
let otherContext: RequestContext;

beforeAll(async () => {
  const tokens = await createTestTokens(database.db);
  ctx = await createTestContext(database.db, await createTestService(database.db, tokens));
  otherContext = await createTestContext(database.db, await createTestService(database.db, tokens));
});

/** Of `['2026-05-01T00:00:00.000Z', 7]`, as cursors were sealed before they had one length. */
const BEFORE = 'tOjxXUofn0tAICD04gLmBQ0NJygdt-jMITOKeQIgaCecxTqUnnHYEuew8KvX9w';
const LIST = { name: 'things by name asc', positionSchema: z.tuple([z.string(), z.number()]) };
type Place = z.infer<typeof LIST.positionSchema>;
const PLACES: Place[] = [
  ['', 0],
  ['Ñandú "\\ \u0000 🜁', Number.MAX_SAFE_INTEGER],
  ['x'.repeat(201), -1],
  ['2026-05-01T00:00:00.000Z', 7],
];

describe('a cursor', () => {
  it.each(PLACES)('gives back its place: %j, %i', (...place) => {
    const { encode, decode } = createCursorCodec(ctx, LIST);
    expect(decode(encode(place))).toEqual(place);
    expect(encode(place)).toMatch(/^[\w-]+$/);
  });

  it('holds nothing of its place in the clear', () => {
    const { encode } = createCursorCodec(ctx, LIST);
    const signs = (place: Place) => Buffer.from(encode(place), 'base64url').toString('latin1');
    const name = 'maria guadalupe lopez';
    expect(signs([name, 1])).not.toMatch(/mari|guad|lope/);
    // Two places that begin alike are masked otherwise.
    const [one, other] = [signs([name, 1]), signs([name, 2])];
    expect(one.slice(16, 24)).not.toBe(other.slice(16, 24));
  });

  it('is as long for every number, and opens as one of before that was as long as its place', () => {
    const { encode, decode } = createCursorCodec(ctx, LIST);
    const time = '2026-05-01T00:00:00.000Z';
    const cursors = [0, 7, 1000, Number.MAX_SAFE_INTEGER].map((id) => encode([time, id]));
    expect(new Set(cursors.map(({ length }) => length)).size).toBe(1);
    expect(decode(BEFORE)).toEqual([time, 7]);
  });

  it('is the same for the same place, and opens in every process on the database', async () => {
    const [place = ['', 0]] = PLACES;
    const cursor = createCursorCodec(ctx, LIST).encode(place);
    const tokens = await createTokenIssuer({
      db: database.db,
      vault: NO_VAULT,
      options: TOKEN_OPTIONS,
    });
    const elsewhere = createCursorCodec({ ...ctx, tokens }, LIST);
    expect(elsewhere.decode(cursor)).toEqual(place);
    expect(elsewhere.encode(place)).toBe(cursor);
  });

  it('opens neither for another list, nor another service, nor under another key', async () => {
    const cursor = createCursorCodec(ctx, LIST).encode(['a', 1]);
    expect(
      createCursorCodec(ctx, { ...LIST, name: 'things by name desc' }).decode(cursor),
    ).toBeUndefined();
    expect(createCursorCodec(otherContext, LIST).decode(cursor)).toBeUndefined();
    const { db, drop } = await createTestDatabase();
    const options = { ...TOKEN_OPTIONS, signingKey: undefined };
    const tokens = await createTokenIssuer({ db, vault: NO_VAULT, options });
    await drop();
    expect(createCursorCodec({ ...ctx, tokens }, LIST).decode(cursor)).toBeUndefined();
  });

  it('does not open with any of its bits changed, nor cut, nor lengthened', () => {
    const { encode, decode } = createCursorCodec(ctx, LIST);
    const cursor = encode(['alfa', 1]);
    const bytes = Buffer.from(cursor, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decode(changed.toString('base64url'))).toBeUndefined();
    }
    for (let length = 0; length < bytes.length; length += 1)
      expect(decode(bytes.subarray(0, length).toString('base64url'))).toBeUndefined();
    const others = [
      `${cursor}A`,
      `${cursor}=`,
      ` ${cursor}`,
      `${cursor}\n`,
      `${cursor}.`,
      cursor.repeat(2),
    ];
    expect(others.map(decode)).toEqual(others.map(() => undefined));
  });

  it('has one spelling', () => {
    const { encode, decode } = createCursorCodec(ctx, LIST);
    // The last sign of this one holds bits that decoding drops.
    const cursor = encode(['alf', 1]);
    const bytes = Buffer.from(cursor, 'base64url');
    expect(bytes.length % 3).not.toBe(0);
    const twins = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      .split('')
      .map((sign) => cursor.slice(0, -1) + sign)
      .filter((twin) => twin !== cursor && Buffer.from(twin, 'base64url').equals(bytes));
    expect(twins.length).toBeGreaterThan(0);
    expect(twins.map(decode)).toEqual(twins.map(() => undefined));
  });
});
