import { setTimeout } from 'node:timers/promises';
import { createClient, type ExecutionResult } from 'graphql-sse';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openEventStream } from '../../../support/clients/event-client.ts';
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

const eventSchema = z.object({ businessEvents: z.object({ id: z.string(), userId: z.number() }) });

const QUERY = `subscription ($after: ID) {
  businessEvents(after: $after) { id ... on AnswersImportedEvent { userId } }
}`;

/** Attempts for ten seconds: a restart takes as long as the machine is busy. */
const RETRY = { everyMs: 20, attempts: 500 };

/** A graphql-sse client that connects again soon; `connected` is told each time. */
function createSseClient(node: () => Node, connected: () => void = () => undefined) {
  const client = createClient({
    url: () => `${node().url}/graphql`,
    headers: ours.headers,
    retry: async () => await setTimeout(RETRY.everyMs),
    retryAttempts: RETRY.attempts,
    on: { connected },
  });
  onTestFinished(() => client.dispose());
  return client;
}

/** A place where the service's events begin. */
async function findStart(node: Node): Promise<string> {
  const stream = await openEventStream(node.url, { headers: ours.headers, query: NUMBERS });
  return (await stream.block())?.id ?? '';
}

describe('the client graphql-sse', () => {
  it('subscribes, and has connected before it misses anything', async () => {
    const node = await startNode(database.url);
    const connected = Promise.withResolvers<void>();
    const client = createSseClient(() => node, connected.resolve);
    const results = client.iterate({ query: NUMBERS });
    const first = results.next();
    await connected.promise;
    await recordNumbers(database.db, ours.serviceId, [1, 2]);
    expect((await first).value).toEqual({ data: { businessEvents: { userId: 1 } } });
    expect((await results.next()).value).toEqual({ data: { businessEvents: { userId: 2 } } });
    await results.return?.();
  });

  it('goes on by itself after a restart of the server, from the event whose id is in its variables', async () => {
    let node = await startNode(database.url);
    const port = new URL(node.url).port;
    const variables = { after: await findStart(node) };
    await recordNumbers(database.db, ours.serviceId, [1, 2, 3]);
    const client = createSseClient(() => node);
    const numbers: number[] = [];
    // The request is written anew for each connection, so it says what came last.
    for await (const result of client.iterate({ query: QUERY, variables })) {
      const { businessEvents } = readEvent(result);
      numbers.push(businessEvents.userId);
      variables.after = businessEvents.id;
      if (numbers.length === 3) {
        await node.stop();
        await recordNumbers(database.db, ours.serviceId, [4, 5]);
        node = await startNode(database.url, { PORT: port });
      }
      if (numbers.length === 5) break;
    }
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
  });

  it('is told why a subscription cannot begin', async () => {
    const node = await startNode(database.url);
    const results = createSseClient(() => node).iterate({
      query: QUERY,
      variables: { after: 'x' },
    });
    expect((await results.next()).value).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', issues: [{ path: ['after'] }] } }],
    });
    expect((await results.next()).done).toBe(true);
  });

  it('asks queries over the same connection type', async () => {
    const node = await startNode(database.url);
    const results = createSseClient(() => node).iterate({ query: '{ viewer { service } }' });
    expect((await results.next()).value).toEqual({ data: { viewer: { service: ours.service } } });
    expect((await results.next()).done).toBe(true);
  });
});

function readEvent({ data }: ExecutionResult<Record<string, unknown>, unknown>) {
  return eventSchema.parse(data);
}

describe('200 subscribers of several services on two gateways', () => {
  it('each get every event of their service, in order', async () => {
    const nodes = [await startNode(database.url), await startNode(database.url)] as const;
    const services = [
      ours,
      await createTestService(database.db, await createTestTokens(database.db)),
    ];
    const asked = Array.from({ length: 200 }, (_, index) => ({
      node: nodes[index % 2 === 0 ? 0 : 1],
      service: services[index % 3 === 0 ? 0 : 1] ?? ours,
    }));
    const streams = await Promise.all(
      asked.map(async ({ node, service }) => {
        const { headers } = service;
        const stream = await openEventStream(node.url, { headers, query: NUMBERS });
        await stream.block();
        return { stream, service };
      }),
    );
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    const record = async ({ serviceId }: TestService, offset: number): Promise<void> =>
      await recordNumbers(
        database.db,
        serviceId,
        numbers.map((one) => one + offset),
      );
    await Promise.all(services.map(async (one, index) => await record(one, index * 100)));
    const got = await Promise.all(streams.map(async ({ stream }) => await takeNumbers(stream, 20)));
    for (const [index, { service }] of streams.entries()) {
      const offset = service === ours ? 0 : 100;
      expect(got[index]).toEqual(numbers.map((one) => one + offset));
    }
  });
});
