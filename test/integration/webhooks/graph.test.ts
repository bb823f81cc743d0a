import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

beforeEach(async () => {
  await gateway.db.deleteFrom('webhook_endpoints').execute();
});

const ENDPOINT = 'endpoint { databaseId url eventTypes disabledReason earlierSecretUntil }';

async function mutate(name: string, input: string, payload: string): Promise<unknown> {
  const typename = `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`;
  const { body } = await gateway.graphql(`mutation { ${name}(input: { ${input} }) { __typename
    ... on ${typename} { ${payload} }
    ... on UserError { code } ... on InputValidationError { issues { path code } } } }`);
  return at(body, 'data', name);
}

async function add(members = ''): Promise<unknown> {
  const input = `url: "https://hooks.example/a", eventTypes: [BUSINESS_COMPLETED] ${members}`;
  return await mutate('addWebhookEndpoint', input, `secret replayed ${ENDPOINT}`);
}

const idOf = (added: unknown): number => Number(at(added, 'endpoint', 'databaseId'));

describe('an endpoint on the graph', () => {
  it('shows its secret once: the answer to the same request again has none, and makes no other', async () => {
    const key = 'idempotencyKey: "one"';
    const first = await add(key);
    expect(first).toMatchObject({
      secret: expect.stringMatching(/^whsec_/) as unknown,
      replayed: false,
      endpoint: { url: 'https://hooks.example/a', eventTypes: ['BUSINESS_COMPLETED'] },
    });
    expect(await add(key)).toMatchObject({
      secret: null,
      replayed: true,
      endpoint: { databaseId: idOf(first) },
    });
    const { body } = await gateway.graphql('{ webhookEndpoints { totalCount nodes { url } } }');
    expect(at(body, 'data', 'webhookEndpoints')).toMatchObject({ totalCount: 1 });
    expect(JSON.stringify(body)).not.toContain('whsec');
  });

  it.each([
    ['"http://hooks.example/"', 'not_allowed'],
    ['"https://10.0.0.1/"', 'not_allowed'],
    ['"https://user:word@hooks.example/"', 'not_allowed'],
    ['"hooks"', 'wrong_format'],
  ])('is refused for %s, with what is wrong with it', async (url, code) => {
    const input = `url: ${url}, eventTypes: [BUSINESS_UPSERTED]`;
    expect(await mutate('addWebhookEndpoint', input, 'secret')).toMatchObject({
      __typename: 'InputValidationError',
      issues: [{ path: ['url'], code: code.toUpperCase() }],
    });
  });

  it('is stored as it is called, in ASCII', async () => {
    const input = 'url: "HTTPS://Hooks.Éxample:443/a b/é?x=ñ", eventTypes: [BUSINESS_UPSERTED]';
    expect(await mutate('addWebhookEndpoint', input, ENDPOINT)).toMatchObject({
      endpoint: { url: 'https://hooks.xn--xample-9ua/a%20b/%C3%A9?x=%C3%B1' },
    });
  });

  it.each(['[]', '[BUSINESS_UPSERTED, BUSINESS_UPSERTED]'])(
    'is refused for the types %s',
    async (types) => {
      const input = `url: "https://hooks.example/", eventTypes: ${types}`;
      expect(await mutate('addWebhookEndpoint', input, 'secret')).toMatchObject({
        __typename: 'InputValidationError',
        issues: [{ path: ['eventTypes'] }],
      });
    },
  );

  it('is disabled, enabled and given another secret, and all of it is on record without any', async () => {
    const added = await add();
    const id = `endpointId: ${idOf(added)}`;
    expect(await mutate('disableWebhookEndpoint', id, ENDPOINT)).toMatchObject({
      endpoint: { disabledReason: 'ASKED' },
    });
    expect(await mutate('enableWebhookEndpoint', id, `missedEvents ${ENDPOINT}`)).toMatchObject({
      missedEvents: 0,
      endpoint: { disabledReason: null },
    });
    const rotated = await mutate('rotateWebhookSecret', id, `secret ${ENDPOINT}`);
    expect(at(rotated, 'secret')).not.toBe(at(added, 'secret'));
    expect(at(rotated, 'endpoint', 'earlierSecretUntil')).not.toBeNull();
    const events = gateway.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc');
    const audit = await events.where('action', 'like', 'webhook%').limit(4).execute();
    expect(audit.map(({ action }) => action)).toEqual([
      'webhook_secret_rotated',
      'webhook_endpoint_enabled',
      'webhook_endpoint_disabled',
      'webhook_endpoint_added',
    ]);
    expect(audit.every(({ user_id }) => user_id === gateway.service.userId)).toBe(true);
    expect(JSON.stringify(audit)).not.toMatch(/whsec|hooks\.example/);
  });

  it('that there is not is told by name, whatever is asked of it', async () => {
    for (const name of [
      'disableWebhookEndpoint',
      'enableWebhookEndpoint',
      'removeWebhookEndpoint',
      'rotateWebhookSecret',
      'testWebhookEndpoint',
    ])
      expect(await mutate(name, 'endpointId: 999', '__typename')).toMatchObject({
        __typename: 'WebhookNotFoundError',
        code: 'WEBHOOK_NOT_FOUND',
      });
    expect(await mutate('redeliverWebhook', 'deliveryId: 999', '__typename')).toMatchObject({
      __typename: 'WebhookNotFoundError',
    });
  });

  it('shows its deliveries page after page, the newest first', async () => {
    const id = idOf(await add());
    const sent: unknown[] = [];
    for (let round = 1; round <= 3; round += 1)
      sent.unshift(
        at(
          await mutate('testWebhookEndpoint', `endpointId: ${id}`, 'delivery { databaseId }'),
          'delivery',
          'databaseId',
        ),
      );
    const read = async (args: string) => {
      const { body } = await gateway.graphql(`{ webhookDeliveries(endpointId: ${id} ${args}) {
        totalCount nodes { databaseId state } pageInfo { hasNextPage endCursor startCursor } } }`);
      return at(body, 'data', 'webhookDeliveries');
    };
    const first = await read('first: 2');
    expect(first).toMatchObject({
      totalCount: 3,
      nodes: [{ databaseId: sent[0], state: 'WAITING' }, { databaseId: sent[1] }],
      pageInfo: { hasNextPage: true },
    });
    const after = String(at(first, 'pageInfo', 'endCursor'));
    const second = await read(`first: 2, after: "${after}"`);
    expect(second).toMatchObject({ nodes: [{ databaseId: sent[2] }] });
    const before = String(at(second, 'pageInfo', 'startCursor'));
    expect(await read(`last: 1, before: "${before}"`)).toMatchObject({
      nodes: [{ databaseId: sent[1] }],
    });
    expect(await read('state: DELIVERED')).toMatchObject({ totalCount: 0, nodes: [] });
  });
});
