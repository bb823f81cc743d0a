import { describe, expect, it } from 'vitest';
import { createCoalescer } from '../../../../src/db/batching/coalesce.ts';
import type { ReadKeys } from '../../../../src/db/batching/read-keys.ts';
import { AppError } from '../../../../src/errors.ts';
import { runInWorkScope, WorkScope } from '../../../../src/runtime/work-scope.ts';
import { createMemoryBudget } from '../../../../src/scheduling/memory-budget.ts';

const [LARGE_SERVICE, OTHER_SERVICE] = [1, 2];
/** Some rows are as large as a page of a thousand participants, and some are refused. */
const BYTES = { small: 300, large: 1_000_000, refused: 0 };
type Key = keyof typeof BYTES;

/** `asked` notes the service and the number of keys of each statement. */
function create(): { asked: string[]; read: ReadKeys<Key, Key> } {
  const asked: string[] = [];
  const read = createCoalescer<Key, Key>(
    async ({ serviceId, keys }) => {
      asked.push(`${serviceId} ${keys.length}`);
      await Promise.resolve();
      if (keys.includes('refused')) throw new AppError('limit_exceeded', 'Too long.');
      return keys.map((key) => [key]);
    },
    { getWeight: (key) => (key === 'small' ? 1 : 4), bytesOf: (key) => BYTES[key] },
  );
  return { asked, read };
}

/** All that is due has been done. */
const turn = async (): Promise<void> => {
  for (let time = 0; time < 4; time += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** One key of each service, each in a statement of its own. */
const ONE_OF_EACH = ['1 1', '2 1'];

describe('a service whose rows are large', () => {
  it('is read by itself from then on, one statement at a time', async () => {
    const { asked, read } = create();
    await Promise.all([read(LARGE_SERVICE, ['large']), read(OTHER_SERVICE, ['small'])]);
    expect(asked).toEqual(ONE_OF_EACH);
    asked.length = 0;
    const answers = await Promise.all([
      read(LARGE_SERVICE, ['large']),
      read(LARGE_SERVICE, ['small']),
      read(OTHER_SERVICE, ['small']),
    ]);
    expect(asked).toEqual([...ONE_OF_EACH, '1 1']);
    expect(answers).toEqual([[['large']], [['small']], [['small']]]);
  });

  it('is read no further than there is room, until others are answered', async () => {
    const { asked, read } = create();
    await read(LARGE_SERVICE, ['large']);
    asked.length = 0;
    const room = createMemoryBudget({
      bytesPerServiceMax: 2 * BYTES.large,
      bytesMax: 1_000_000_000,
      waitMs: 60_000,
      refusal: 'Too many.',
    });
    const holds = Array.from({ length: 5 }, () => room(LARGE_SERVICE));
    const all = holds.map(async (reservation) => await read(LARGE_SERVICE, ['large'], reservation));
    await Promise.all(all.slice(0, 2));
    expect(await read(OTHER_SERVICE, ['small'], room(OTHER_SERVICE))).toEqual([['small']]);
    expect(asked).toEqual(['1 1', '1 1', '2 1']);
    // Who has held rows for longest waits for nobody.
    expect(await read(LARGE_SERVICE, ['large'], holds[0])).toEqual([['large']]);
    expect(asked).toHaveLength(4);
    for (const reservation of holds) reservation.release();
    expect(await Promise.all(all)).toHaveLength(5);
  });

  it('waits behind nobody for room where a statement for several of its requests is refused', async () => {
    const { read } = create();
    const room = createMemoryBudget({
      bytesPerServiceMax: 1,
      bytesMax: 1_000_000_000,
      waitMs: 60_000,
      refusal: 'Too many.',
    });
    const [one, other] = [room(LARGE_SERVICE), room(LARGE_SERVICE)];
    const asked = [
      read(LARGE_SERVICE, ['large'], one),
      read(LARGE_SERVICE, ['refused'], other),
      read(LARGE_SERVICE, ['large'], one),
    ];
    // The second of them may be read before what is between them, which waits until they are answered.
    expect(await Promise.all([asked[0], asked[2]])).toEqual([[['large']], [['large']]]);
    one.release();
    await expect(asked[1]).rejects.toThrow('Too long.');
  });

  it('has one key a statement where what it asks for is refused, and nobody fails by another', async () => {
    const { asked, read } = create();
    const both = [read(LARGE_SERVICE, ['refused']), read(LARGE_SERVICE, ['small'])];
    const ends = await Promise.allSettled(both);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(asked[0]).toBe('1 2');
    asked.length = 0;
    await Promise.all([read(LARGE_SERVICE, ['small']), read(LARGE_SERVICE, ['small'])]);
    expect(asked).toEqual(['1 1', '1 1']);
  });

  it('is read together again when its rows have been small for long', async () => {
    const { asked, read } = create();
    await read(LARGE_SERVICE, ['large']);
    for (let time = 0; time < 100; time += 1) await read(LARGE_SERVICE, ['small']);
    asked.length = 0;
    await Promise.all([read(LARGE_SERVICE, ['small']), read(LARGE_SERVICE, ['small'])]);
    expect(asked).toEqual(['1 2']);
  });
});

it('puts no more into one statement than there are weight', async () => {
  const { asked, read } = create();
  const keys: Key[] = ['large', 'large', 'large', 'small'];
  await Promise.all(keys.map(async (key) => await read(OTHER_SERVICE, [key])));
  expect(asked).toEqual(['2 3', '2 1']);
});

it('leaves a statement to the others, and what waits is read by itself once it is known', async () => {
  const asked: number[] = [];
  const gates: (() => void)[] = [];
  const read = createCoalescer<Key, Key>(
    async ({ serviceId, keys }) => {
      asked.push(serviceId);
      await new Promise<void>((resolve) => gates.push(resolve));
      return keys.map((key) => [key]);
    },
    { getWeight: () => 12, bytesOf: (key) => BYTES[key] },
  );
  const many = Array.from({ length: 20 }, async () => await read(LARGE_SERVICE, ['large']));
  await turn();
  const other = read(OTHER_SERVICE, ['small']);
  await turn();
  // Three of those that came first, and then already who came last.
  expect(asked).toEqual([...Array.from({ length: 3 }, () => LARGE_SERVICE), OTHER_SERVICE]);
  gates[3]?.();
  expect(await other).toEqual([['small']]);
  gates[0]?.();
  gates[1]?.();
  gates[2]?.();
  await Promise.all(many.slice(0, 3));
  await turn();
  // From here on one at a time.
  expect(asked).toHaveLength(5);
  for (let at = 4; at < 21; at += 1) {
    await turn();
    gates[at]?.();
  }
  await Promise.all(many);
  expect(asked).toHaveLength(21);
});

it('reads what waits as whoever waits, though it is known in the round of another service', async () => {
  const gates: (() => void)[] = [];
  const read = createCoalescer<Key, Key>(
    async ({ keys }) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return keys.map((key) => [key]);
    },
    { getWeight: () => 12, bytesOf: (key) => BYTES[key] },
  );
  const ask = async (serviceId: number, key: Key): Promise<Key[][]> => {
    const workScope = new WorkScope();
    workScope.serviceId = serviceId;
    return await runInWorkScope(workScope, async () => await read(serviceId, [key]));
  };
  // Three are read at once, and one waits.
  const many = Array.from({ length: 4 }, async () => await ask(LARGE_SERVICE, 'large'));
  await turn();
  const other = ask(OTHER_SERVICE, 'small');
  gates[0]?.();
  const all = Promise.all([...many, other]);
  for (let time = 0; time < 4; time += 1) {
    await turn();
    for (const open of gates) open();
  }
  expect(await all).toEqual([...many.map(() => [['large']]), [['small']]]);
});
