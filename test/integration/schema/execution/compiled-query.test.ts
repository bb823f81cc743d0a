import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createFairSemaphore } from '../../../../src/scheduling/fair-semaphore.ts';
import { compileOperation } from '../../../../src/schema/execution/compiled-query.ts';
import { Pace } from '../../../../src/schema/execution/pace.ts';
import { coerceVariables } from '../../../../src/schema/execution/valid-operation.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';

const database = useDatabase();

const TURNS = createFairSemaphore({
  permitsMax: 1,
  permitsPerKeyMax: 1,
  waitingPerKeyMax: 0,
  waitMs: 0,
});
const RULES = { bytesMax: 1_000, permits: TURNS };

const GRAPH = buildSchema(`
  input By { code: String }
  type Business { name: String }
  type Query { business(by: By!): Business }
`);

const TEXT = `query Q($by: By!, $named: Boolean!) {
  business(by: $by) { name @include(if: $named) __typename @skip(if: $named) }
}`;

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

describe('a compiled query', () => {
  it('holds nothing of the variables of any run, its first one neither', async () => {
    const operation = { schema: GRAPH, document: parse(TEXT), operationName: null };
    const query = compileOperation(operation);
    const service = await createTestService(database.db, await createTestTokens(database.db));
    const ctx = await createTestContext(database.db, service);
    const run = async (code: string): Promise<WeakRef<object>> => {
      const variables = coerceVariables(operation, { by: { code }, named: true });
      if (variables === undefined) throw new Error('The variables are wrong.');
      expect(await query?.(ctx, variables, new Pace(RULES, ctx))).toEqual({
        business: null,
      });
      return new WeakRef(variables.coerced);
    };
    const held = [await run('NEG-1'), await run('NEG-2')];
    // What a WeakRef was made of lives until the turn is over.
    await nextTurn();
    collectGarbage();
    expect(held.map((one) => one.deref())).toEqual([undefined, undefined]);
  });
});
