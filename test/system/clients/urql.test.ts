import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { describe, expect, it } from 'vitest';
import { makeBusiness } from '../../support/data/factories.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { COMPLETE, EVENTS, PAGE } from './operations.ts';

const gateway = useGateway();

/** A client as an application makes one, and how often it asked the server. */
function createUrql(headers: Record<string, string> = gateway.service.headers) {
  const calls: (string | null)[] = [];
  const client = new Client({
    url: `${gateway.url}/graphql`,
    exchanges: [cacheExchange, fetchExchange],
    preferGetMethod: false,
    fetchOptions: { headers },
    fetchSubscriptions: true,
    fetch: async (url, init) => {
      const reply = await fetch(url, init);
      calls.push(reply.headers.get('content-type'));
      return reply;
    },
  });
  return { client, calls };
}

async function makeListed(names: string[]): Promise<number> {
  const participants = names.map((name) => ({ name }));
  return (await makeBusiness(gateway.db, gateway.service.serviceId, { participants })).id;
}

/** Makes one event happen. */
async function completeOne(): Promise<void> {
  const input = { business: { databaseId: await makeListed(['Ana']) } };
  const { data } = await createUrql().client.mutation(COMPLETE, { input });
  expect(data?.completeBusiness).toHaveProperty('receipt');
}

describe('urql', () => {
  it('queries with variables, in the media type of GraphQL over HTTP', async () => {
    const { client, calls } = createUrql();
    const databaseId = await makeListed(['Ana', 'Berta', 'Carla']);
    const { data, error } = await client.query(PAGE, { databaseId, first: 2 });
    expect(error).toBeUndefined();
    expect(data?.business?.participants.edges.map(({ node }) => node.name)).toEqual([
      'Ana',
      'Berta',
    ]);
    expect(calls).toEqual([expect.stringMatching(/^application\/graphql-response\+json/)]);
    const after = data?.business?.participants.pageInfo.endCursor ?? null;
    const next = await client.query(PAGE, { databaseId, first: 2, after });
    expect(next.data?.business?.participants.edges.map(({ node }) => node.name)).toEqual(['Carla']);
  });

  it('asks again, by itself, for what a mutation has changed', async () => {
    const { client, calls } = createUrql();
    const databaseId = await makeListed(['Ana', 'Berta']);
    const counts: (number | undefined)[] = [];
    const subscription = client
      .query(PAGE, { databaseId, first: 5 })
      .subscribe(({ data, stale }) => {
        if (!stale) counts.push(data?.business?.participantCount);
      });
    await expect.poll(() => counts).toEqual([2]);
    const input = { business: { databaseId } };
    const { data } = await client.mutation(COMPLETE, { input });
    expect(data?.completeBusiness).toMatchObject({ receipt: { deletedParticipantCount: 2 } });
    await expect.poll(() => counts).toEqual([2, 0]);
    subscription.unsubscribe();
    expect(calls).toHaveLength(3);
  });

  it('subscribes without another package, and comes back to where it was', async () => {
    const { client } = createUrql();
    const seen: string[] = [];
    const listen = (after: string | null) =>
      client.subscription(EVENTS, { after }).subscribe(({ data, error }) => {
        seen.push(data?.businessEvents.id ?? error?.message ?? '');
      });
    const first = listen(null);
    // Nothing tells when the stream stands, so events are made until one is seen.
    const tryOne = async () => {
      await completeOne();
      return seen.length;
    };
    await expect.poll(tryOne).toBeGreaterThan(0);
    first.unsubscribe();
    const known = seen.length;
    await completeOne();
    await completeOne();
    const second = listen(seen.at(-1) ?? null);
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(known + 2);
    second.unsubscribe();
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => !/^[\w-]{32}$/.test(id))).toEqual([]);
  });

  it('gets an expected failure as data, with its type', async () => {
    const { client } = createUrql();
    const input = { business: { databaseId: 999_999 } };
    const { data, error } = await client.mutation(COMPLETE, { input });
    expect(error).toBeUndefined();
    expect(data?.completeBusiness).toMatchObject({
      __typename: 'BusinessNotFoundError',
      code: 'BUSINESS_NOT_FOUND',
    });
  });

  it('gets a refusal as a GraphQL error whose code it can act on', async () => {
    const { client } = createUrql({ ...gateway.service.headers, 'x-api-key': 'wrong' });
    const { data, error } = await client.query(PAGE, { databaseId: 1, first: 1 });
    expect(data).toBeUndefined();
    expect(error?.response).toHaveProperty('status', 401);
    expect(error?.graphQLErrors.map((one) => one.extensions['code'])).toEqual(['NOT_AUTHORIZED']);
  });
});
