import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TO_RECEIVERS } from '../../support/clients/webhooks.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { CANARY_LINE, CANARY_PATTERN } from '../../support/probes/canary.ts';
import { linesOf } from '../../support/probes/log-lines.ts';
import { type ReceivedSpan, useOtlpReceiver } from '../../support/processes/otlp-receiver.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const database = useDatabase();
const collector = useOtlpReceiver();
const receiver = useWebhookReceiver();
let gateway: OpenGateway;
beforeAll(async () => {
  gateway = await openGateway(database.url, {
    ...TO_RECEIVERS,
    WEBHOOK_JOBS_MAX: '4',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url(),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector=one%20two',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    // Jobs come by themselves; of requests these tests decide.
    OTEL_TRACES_SAMPLER_ARG: '1000',
  });
  await makeBusiness(gateway.db, gateway.service.serviceId, { id: 100, participants: [{}] });
});
afterAll(async () => {
  await gateway.close();
});

let traceId = '';
const PARENT = 'b7ad6b7169203331';
beforeEach(() => {
  traceId = crypto.randomUUID().replaceAll('-', '');
});

async function send(
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Response> {
  return await fetch(`${gateway.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...gateway.service.headers, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The spans of the trace, once the request itself is among them. */
async function spansOf(trace: string): Promise<ReceivedSpan[]> {
  const find = () => collector.spans.filter((span) => span.traceId === trace);
  await expect.poll(() => find().some(({ kind }) => kind === 2)).toBe(true);
  return find();
}

function childrenOf(
  spans: readonly ReceivedSpan[],
  parent: ReceivedSpan | undefined,
): ReceivedSpan[] {
  return spans.filter(({ parentId }) => parentId === parent?.spanId);
}

describe('a trace', () => {
  it('of a v4 request is its operation and its statements, part of what the caller traces', async () => {
    const traceparent = `00-${traceId}-${PARENT}-01`;
    const requestId = crypto.randomUUID();
    const reply = await send('/api/v4/business/detail?id=100', {
      traceparent,
      tracestate: 'vendor=opaque',
      'x-request-id': requestId,
    });
    expect(reply.headers.get('x-request-id')).toBe(requestId);
    const spans = await spansOf(traceId);
    const [root] = spans.filter(({ kind }) => kind === 2);
    expect(root).toMatchObject({
      name: 'GET /api/v4/business/detail',
      parentId: PARENT,
      traceState: 'vendor=opaque',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/v4/business/detail',
        'http.response.status_code': 200,
        'gateway.outcome': 'ok',
      },
      status: 0,
    });
    expect(root?.resource).toMatchObject({
      'service.name': 'participant-gateway',
      'deployment.environment.name': 'test',
    });
    const [operation, ...others] = childrenOf(spans, root);
    expect(others).toEqual([]);
    expect(operation).toMatchObject({ name: 'getBusinessDetail', kind: 1 });
    const parts = childrenOf(spans, operation).map(({ name }) => name);
    expect(parts).toContain('read together');
    expect(parts.some((name) => /^select \w+$/.test(name))).toBe(true);
    const line = linesOf(gateway.logs()).find((one) => one.requestId === requestId);
    expect(line).toMatchObject({ traceId });
    expect(collector.headers[0]).toMatchObject({ 'x-collector': 'one two' });
  });

  it('of a mutation holds its statements and its commit, by name and without a value', async () => {
    const query = `mutation { upsertBusiness(input: {externalId: 7, code: "${CANARY_LINE}"}) { __typename } }`;
    await send('/graphql', { traceparent: `00-${traceId}-${PARENT}-01` }, { query });
    const spans = await spansOf(traceId);
    const operation = spans.find(({ name }) => name === 'mutation upsertBusiness');
    const names = childrenOf(spans, operation).map(({ name }) => name);
    expect(names).toContain('commit');
    expect(names.filter((name) => !/^\w+( \w+)?$/.test(name))).toEqual([]);
    expect(JSON.stringify(spans)).not.toMatch(CANARY_PATTERN);
  });

  it('of what fails inside says so', async () => {
    const traceparent = `00-${traceId}-${PARENT}-01`;
    await database.pool.query('alter table businesses rename to elsewhere');
    await send(
      '/graphql',
      { traceparent },
      { query: '{ business(by: {databaseId: 100}) { id } }' },
    );
    await database.pool.query('alter table elsewhere rename to businesses');
    const spans = await spansOf(traceId);
    expect(spans.find(({ kind }) => kind === 2)).toMatchObject({
      status: 2,
      attributes: { 'gateway.outcome': 'server_error', 'http.response.status_code': 200 },
    });
    expect(spans.some(({ name, status }) => name === 'select businesses' && status === 2)).toBe(
      true,
    );
  });

  it('is not made where the caller does not trace, and is made anew where its header cannot be read', async () => {
    await send('/health/live', { traceparent: `00-${traceId}-${PARENT}-00` });
    const other = crypto.randomUUID().replaceAll('-', '');
    await send('/health/ready', { traceparent: `00-${other}-${PARENT}` });
    await expect.poll(() => collector.spans.some(({ kind }) => kind === 2)).toBe(true);
    const requests = collector.spans.filter(({ kind }) => kind === 2);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ name: 'GET page', parentId: '' });
    expect([traceId, other]).not.toContain(requests[0]?.traceId);
  });

  it('goes on at the endpoint of a webhook', async () => {
    const create = `mutation ($url: String!) { addWebhookEndpoint(input: {url: $url, eventTypes: [BUSINESS_UPSERTED]}) { __typename } }`;
    const made = await send('/graphql', {}, { query: create, variables: { url: receiver.url() } });
    expect(await made.text()).toContain('AddWebhookEndpointPayload');
    const query = 'mutation { upsertBusiness(input: {externalId: 8, code: "F/8"}) { __typename } }';
    await send('/graphql', {}, { query });
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    const { traceparent = '' } = receiver.received[0]?.headers ?? {};
    const [, trace, span] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(traceparent)) ?? [];
    await expect
      .poll(() => collector.spans.find((one) => one.spanId === span))
      .toMatchObject({ traceId: trace, name: 'POST', kind: 3 });
    await expect
      .poll(() => collector.spans.find((one) => one.traceId === trace && one.parentId === ''))
      .toMatchObject({ name: 'job deliver_webhooks' });
  });
});
