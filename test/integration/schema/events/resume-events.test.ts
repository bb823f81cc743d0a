import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type EventStream, openEventStream } from '../../../support/clients/event-client.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import {
  type Node,
  NUMBERS,
  recordNumbers,
  startNode,
  takeNumbers,
} from '../../../support/gateway/event-nodes.ts';

const database = useDatabase();
let ours: TestService;

beforeEach(async () => {
  ours = await createTestService(database.db, await createTestTokens(database.db));
});

type Place = { lastEventId?: string | undefined; after?: string | undefined };

async function subscribe(node: Node, { lastEventId, after }: Place = {}): Promise<EventStream> {
  const query = `subscription ($after: ID) {
    businessEvents(after: $after) { ... on AnswersImportedEvent { userId } }
  }`;
  const variables = after === undefined ? {} : { after };
  return await openEventStream(node.url, {
    headers: ours.headers,
    query,
    variables,
    lastEventId,
  });
}

/** The id of the place where a subscription begins that nothing has happened since. */
async function findStart(node: Node): Promise<string> {
  const stream = await subscribe(node);
  const id = (await stream.block())?.id ?? '';
  stream.drop();
  return id;
}

/** Records 1 to `count` from several writers, each in a transaction that takes its time to commit. */
async function write(count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1).values();
  const writer = async (): Promise<void> => {
    for (const number of numbers)
      await database.db.transaction().execute(async (tx) => {
        await recordNumbers(tx, ours.serviceId, [number]);
        await sql`select pg_sleep(random() * 0.02)`.execute(tx);
      });
  };
  await Promise.all(Array.from({ length: 6 }, writer));
}

/** Different in each test run, but the same lengths from one seed. */
function* lengths(seed: number): Generator<number, never> {
  for (let state = seed; ; state = (state * 48_271) % 2_147_483_647) yield (state % 13) + 1;
}

/** What a subscriber gets that is cut off after a few events again and again. */
async function collect(
  count: number,
  connect: (lastId: string | undefined) => Promise<EventStream>,
): Promise<number[]> {
  const numbers: number[] = [];
  const takes = lengths(Date.now());
  let lastId: string | undefined;
  while (numbers.length < count) {
    const stream = await connect(lastId);
    numbers.push(
      ...(await takeNumbers(stream, Math.min(takes.next().value, count - numbers.length))),
    );
    lastId = stream.lastId() ?? lastId;
    stream.drop();
  }
  return numbers;
}

async function listNumbers(): Promise<(number | null)[]> {
  const rows = await database.db
    .selectFrom('business_events')
    .select('user_id')
    .where('service_id', '=', ours.serviceId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Every number once, and in the order of their positions. */
async function expectAll(numbers: readonly number[], count: number): Promise<void> {
  expect(numbers).toHaveLength(count);
  expect(new Set(numbers).size).toBe(count);
  expect(numbers).toEqual(await listNumbers());
}

describe('a subscriber loses nothing and gets nothing twice', () => {
  it('where its connection drops again and again while others write', async () => {
    const node = await startNode(database.url);
    const start = await findStart(node);
    const [numbers] = await Promise.all([
      collect(300, async (lastId) => await subscribe(node, { after: start, lastEventId: lastId })),
      write(300),
    ]);
    await expectAll(numbers, 300);
  });

  it('where it moves between two gateways on one database', async () => {
    const nodes = [await startNode(database.url), await startNode(database.url)] as const;
    const start = await findStart(nodes[0]);
    let turn = 0;
    const [numbers] = await Promise.all([
      collect(300, async (lastId) => {
        turn += 1;
        return await subscribe(nodes[turn % 2 === 0 ? 0 : 1], { after: lastId ?? start });
      }),
      write(300),
    ]);
    await expectAll(numbers, 300);
  });

  it('where the server is restarted under it', async () => {
    let node = await startNode(database.url);
    const start = await findStart(node);
    let connections = 0;
    const [numbers] = await Promise.all([
      collect(200, async (lastId) => {
        connections += 1;
        if (connections % 5 === 0) {
          await node.stop();
          node = await startNode(database.url);
        }
        return await subscribe(node, { after: start, lastEventId: lastId });
      }),
      write(200),
    ]);
    await expectAll(numbers, 200);
  });

  it('where a transaction commits after those that began later', async () => {
    const nodes = [await startNode(database.url), await startNode(database.url)] as const;
    const streams = [await subscribe(nodes[0]), await subscribe(nodes[1])] as const;
    for (const stream of streams) await stream.block();
    const release = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    const late = database.db.transaction().execute(async (tx) => {
      await recordNumbers(tx, ours.serviceId, [1]);
      recorded.resolve();
      await release.promise;
    });
    await recorded.promise;
    await recordNumbers(database.db, ours.serviceId, [2, 3]);
    for (const stream of streams) expect(await takeNumbers(stream, 2)).toEqual([2, 3]);
    release.resolve();
    await late;
    for (const stream of streams) expect(await takeNumbers(stream, 1)).toEqual([1]);
    const again = await subscribe(nodes[0], { after: streams[1].lastId() });
    await recordNumbers(database.db, ours.serviceId, [4]);
    expect(await takeNumbers(again, 1)).toEqual([4]);
  });

  it('where it has missed more than a gateway holds in memory', async () => {
    const node = await startNode(database.url);
    const start = await findStart(node);
    await sql`analyze business_events`.execute(database.db);
    await database.db
      .insertInto('business_events')
      .columns(['service_id', 'type', 'user_id', 'template_keys'])
      .expression(
        sql`select ${ours.serviceId}::integer, 'answers_imported', n, '{}'::text[] from generate_series(1, 2500) n`,
      )
      .execute();
    const stream = await subscribe(node, { after: start });
    expect(await takeNumbers(stream, 2500)).toEqual(await listNumbers());
  });
});

async function refusalOf(node: Node, place: Place): Promise<unknown> {
  const stream = await subscribe(node, place);
  const block = await stream.next();
  expect(await stream.next()).toEqual({ event: 'complete', data: null });
  expect(await stream.next()).toBeUndefined();
  return block?.data;
}

function refusal(message: string): object {
  const extensions = { code: 'VALIDATION_FAILED', issues: [{ path: ['after'], message }] };
  return { errors: [{ path: ['businessEvents'], extensions }] };
}

describe('a place that cannot be had', () => {
  it('is refused where it is older than the events kept, and had where it is the last before them', async () => {
    const node = await startNode(database.url);
    const start = await findStart(node);
    await recordNumbers(database.db, ours.serviceId, [1, 2, 3]);
    const stream = await subscribe(node, { after: start });
    await takeNumbers(stream, 1);
    const first = stream.lastId();
    await takeNumbers(stream, 2);
    await database.db
      .deleteFrom('business_events')
      .where('service_id', '=', ours.serviceId)
      .where('user_id', '=', 1)
      .execute();
    expect(await refusalOf(node, { after: start })).toMatchObject(
      refusal('Must be at most 7 days old: older events are deleted'),
    );
    expect(await takeNumbers(await subscribe(node, { after: first }), 2)).toEqual([2, 3]);
  });

  it('is refused where it is no id, or one of another service or of a future, in header or argument', async () => {
    const node = await startNode(database.url);
    const start = await findStart(node);
    const unknown = refusal('Must be the id of an event of this service');
    const foreign = start.startsWith('A') ? `B${start.slice(1)}` : `A${start.slice(1)}`;
    for (const id of ['', 'x', foreign, `${start.slice(0, -1)}B`]) {
      expect(await refusalOf(node, { after: id })).toMatchObject(unknown);
      expect(await refusalOf(node, { lastEventId: id })).toMatchObject(unknown);
    }
  });
});

/**
 * Lets a node go round for news only `count` times more: the round after waits until the returned function is called.
 * The round under way, which may have looked before there was news, is one of them.
 */
function allowRounds(node: Node, count: number): () => void {
  const gate = Promise.withResolvers<void>();
  let left = count;
  node.afterStatement.run = async (statement) => {
    if (!statement.includes(PUBLISHES)) return;
    if (left === 0) await gate.promise;
    else left -= 1;
  };
  return gate.resolve;
}

/** Stands in the first statement of every round and in no other. */
const PUBLISHES = 'published as (';

it('tells subscribers in another process of every event in the first round after it, five rounds a second', async () => {
  const nodes = [await startNode(database.url), await startNode(database.url)] as const;
  expect(nodes[1].config.events.pollMs).toBe(200);
  const stream = await openEventStream(nodes[1].url, { headers: ours.headers, query: NUMBERS });
  await stream.block();
  for (const number of [1, 2, 3, 4, 5]) {
    await recordNumbers(database.db, ours.serviceId, [number]);
    const release = allowRounds(nodes[1], 2);
    onTestFinished(release);
    expect(await takeNumbers(stream, 1)).toEqual([number]);
    release();
  }
});
