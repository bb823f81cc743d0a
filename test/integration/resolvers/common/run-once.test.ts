import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRequestContext, type RequestContext } from '../../../../src/context.ts';
import { createDb, createPool } from '../../../../src/db/client.ts';
import { createLogger } from '../../../../src/log.ts';
import { type IdempotentOperation, runOnce } from '../../../../src/resolvers/common/run-once.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { CONNECT_TIMEOUT_MS } from '../../../support/database/test-pool.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';

const database = useDatabase();
let parts: Omit<Parameters<typeof createRequestContext>[0], 'idempotencyKey'>;

beforeAll(async () => {
  const { db } = database;
  const tokens = await createTestTokens(db);
  const { caller } = await createTestService(db, tokens);
  parts = { caller, requestId: randomUUID(), db, tokens, log: createLogger('silent') };
});

function makeContext(idempotencyKey?: string): RequestContext {
  return createRequestContext({ ...parts, idempotencyKey });
}

type Result = { value: string };
type Inputs = IdempotentOperation<Result>['input'];

/** An effect that does nothing but be counted. */
function makeEffect(
  options: Partial<IdempotentOperation<Result>> = {},
): IdempotentOperation<Result> & { runs: () => number } {
  let count = 0;
  return {
    operation: 'test',
    input: {},
    run: async () => {
      count += 1;
      return await Promise.resolve({ value: 'first' });
    },
    remember: () => ({}),
    replay: async () => await Promise.resolve({ value: 'again' }),
    ...options,
    runs: () => count,
  };
}

describe('runOnce', () => {
  it('replays from what was remembered, without running', async () => {
    const effect = makeEffect({
      remember: ({ value }) => ({ length: value.length }),
      replay: async (_tx, outcome) => await Promise.resolve({ value: JSON.stringify(outcome) }),
    });
    const ctx = makeContext(randomUUID());
    expect(await runOnce(ctx, effect)).toEqual({ value: 'first', replayed: false });
    expect(await runOnce(ctx, effect)).toEqual({ value: '{"length":5}', replayed: true });
    expect(effect.runs()).toBe(1);
  });

  it('tells a twin that the first is under way, where it outlasts the lock time-out', async () => {
    const pool = createPool({
      connectionString: database.url,
      poolSize: 1,
      namedStatements: true,
      statementTimeoutMs: 30_000,
      lockTimeoutMs: 50,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      onIdleError: () => undefined,
    });
    const impatient = createDb(pool);
    const key = randomUUID();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: running, resolve: isRunning } = Promise.withResolvers<void>();
    const slow = makeEffect({
      run: async () => {
        isRunning();
        await gate;
        return { value: 'first' };
      },
    });
    const first = runOnce(makeContext(key), slow);
    await running;
    const twin = makeEffect();
    const ctx = createRequestContext({ ...parts, db: impatient, idempotencyKey: key });
    await expect(runOnce(ctx, twin)).rejects.toMatchObject({ code: 'operation_in_progress' });
    open();
    expect(await first).toMatchObject({ replayed: false });
    expect(await runOnce(ctx, twin)).toEqual({ value: 'again', replayed: true });
    expect(twin.runs()).toBe(0);
    await impatient.destroy();
  });

  it('gives the key back when the effect fails', async () => {
    const ctx = makeContext(randomUUID());
    const failing = makeEffect({ run: async () => await Promise.reject(new Error('no')) });
    await expect(runOnce(ctx, failing)).rejects.toThrow('no');
    expect(await runOnce(ctx, makeEffect({ input: { other: true } }))).toMatchObject({
      replayed: false,
    });
  });

  it('takes the key of the input before the header’s', async () => {
    const header = randomUUID();
    await runOnce(makeContext(header), makeEffect({ input: { idempotencyKey: randomUUID() } }));
    const effect = makeEffect({ input: { other: true } });
    expect(await runOnce(makeContext(header), effect)).toMatchObject({ replayed: false });
  });

  it.each<[string, Inputs, Inputs]>([
    ['the order of members', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['absence as null', { a: 1 }, { a: 1, b: null }],
    ['absence as undefined', { a: { b: undefined } }, { a: {} }],
  ])('takes inputs that differ in %s for the same', async (_what, one, other) => {
    const ctx = makeContext(randomUUID());
    await runOnce(ctx, makeEffect({ input: one }));
    expect(await runOnce(ctx, makeEffect({ input: other }))).toMatchObject({ replayed: true });
  });

  it.each<[string, Partial<IdempotentOperation<Result>>, Partial<IdempotentOperation<Result>>]>([
    ['the operation', { operation: 'one' }, { operation: 'other' }],
    ['a value', { input: { a: 1 } }, { input: { a: 2 } }],
    ['a type', { input: { a: 1 } }, { input: { a: '1' } }],
    ['an instant', { input: { at: new Date(1) } }, { input: { at: new Date(2) } }],
    ['the order of a list', { input: { a: [1, 2] } }, { input: { a: [2, 1] } }],
    ['an object for a list', { input: { a: { b: 1 } } }, { input: { a: [['b', 1]] } }],
  ])('refuses inputs that differ in %s', async (_what, one, other) => {
    const ctx = makeContext(randomUUID());
    await runOnce(ctx, makeEffect(one));
    await expect(runOnce(ctx, makeEffect(other))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });
});
