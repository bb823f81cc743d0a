import { describe, expect, it } from 'vitest';
import { openEventStream } from '../../support/clients/event-client.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { CANARY_PATTERN } from '../../support/probes/canary.ts';
import { type LogLine, linesOf } from '../../support/probes/log-lines.ts';

const gateway = useGateway();

function linesOfOperation(operation: string): LogLine[] {
  return linesOf(gateway.logs).filter((line) => line['operation'] === operation);
}

function tellsOfStream(): string[] {
  return linesOfOperation('subscription businessEvents').map((line) => line.msg);
}

describe('a name that a caller chose', () => {
  it.each([
    ['query Canario { canario: viewer { service } }', 'query viewer'],
    [
      'query Canario { ...Canario } fragment Canario on Query { canario: viewer { canario: service } }',
      'query viewer',
    ],
    [
      'query A { viewer { service } } query Canario($canario: ID = "a") { node(id: $canario) { id } }',
      'query node',
    ],
    [
      'mutation Canario { canario: issueAccessToken(input: {email: "a"}) { __typename } }',
      'mutation issueAccessToken',
    ],
  ])('leaves no trace, and the log tells what was asked for: %s', async (query, operation) => {
    const before = linesOfOperation(operation).length;
    const body = { query, operationName: 'Canario' };
    // What comes often is answered another way.
    for (let time = 0; time < 4; time += 1) await gateway.request('POST', '/graphql', { body });
    await expect.poll(() => linesOfOperation(operation).length, { interval: 2 }).toBe(before + 4);
    expect(gateway.logs).not.toMatch(CANARY_PATTERN);
  });

  it.each([
    'query Canario { canario }',
    'query Canario { viewer { canario: canario } }',
    'query Canario($canario: Canario) { viewer { service } }',
    'canario { viewer',
    'query A { viewer { service } } query B { viewer { service } }',
  ])('leaves no trace where its document is refused: %s', async (query) => {
    const body = { query, operationName: 'Canario' };
    const before = linesOf(gateway.logs).length;
    await gateway.request('POST', '/graphql', { body });
    await expect.poll(() => linesOf(gateway.logs).length, { interval: 2 }).toBe(before + 1);
    expect(gateway.logs).not.toMatch(CANARY_PATTERN);
  });

  it('leaves no trace in either line of a subscription', async () => {
    const query = 'subscription Canario { canario: businessEvents { id } }';
    const stream = await openEventStream(gateway.url, { headers: gateway.service.headers, query });
    stream.drop();
    await expect.poll(tellsOfStream, { interval: 2 }).toEqual(['a stream begins', 'request']);
    expect(gateway.logs).not.toMatch(CANARY_PATTERN);
  });
});

describe('a path that a caller sent', () => {
  it.each([
    '/api/v4/fiduciary/canario/complete',
    '/api/v4/file/link/canario',
    '/canario?canario=1',
  ])('leaves no trace: %s', async (path) => {
    const before = linesOf(gateway.logs).length;
    await gateway.request('POST', path, { body: { canario: 'canario' } });
    await expect.poll(() => linesOf(gateway.logs).length, { interval: 2 }).toBeGreaterThan(before);
    expect(gateway.logs).not.toMatch(CANARY_PATTERN);
  });
});
