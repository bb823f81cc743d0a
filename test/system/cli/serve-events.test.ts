import { expect, it } from 'vitest';
import { type EventStream, openEventStream } from '../../support/clients/event-client.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';
import { NUMBERS, recordNumbers, takeNumbers } from '../../support/gateway/event-nodes.ts';
import { startServe } from '../../support/processes/serve-process.ts';

const database = useDatabase();

it('a gateway that is killed takes no event with it: its subscriber goes on at another', async () => {
  const env = {
    DATABASE_URL: database.url,
    TOKEN_ISSUER: TOKEN_OPTIONS.issuer,
    TOKEN_AUDIENCE: TOKEN_OPTIONS.audience,
  };
  const nodes = [startServe(env), startServe(env)] as const;
  const urls = await Promise.all(nodes.map(async (node) => await node.url));
  const ours = await createTestService(database.db, await createTestTokens(database.db));
  const subscribe = async (turn: 0 | 1, lastEventId?: string): Promise<EventStream> =>
    await openEventStream(urls[turn] ?? '', {
      headers: ours.headers,
      query: NUMBERS,
      lastEventId,
    });
  const first = await subscribe(0);
  await first.block();
  const write = async (from: number): Promise<void> =>
    await recordNumbers(
      database.db,
      ours.serviceId,
      Array.from({ length: 50 }, (_, index) => from + index),
    );
  const writing = Promise.all([write(0), write(100), write(200)]);
  const got = await takeNumbers(first, 20);
  await nodes[0].stop('SIGKILL');
  got.push(...(await takeNumbers(first, 150)));
  const second = await subscribe(1, first.lastId());
  got.push(...(await takeNumbers(second, 150 - got.length)));
  await writing;
  expect(new Set(got).size).toBe(150);
  expect(got).toHaveLength(150);
  await nodes[1].stop('SIGTERM');
  expect(await second.next()).toBeUndefined();
});
