import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../src/rest-compat/route.ts';
import { at } from '../../support/clients/graphql.ts';
import { expectHeaders } from '../../support/clients/openapi.ts';
import { DECISION, FIDUCIARY_REQUEST } from '../../support/clients/v4-bodies.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { ASKS, type Ask } from './asks.ts';

const gateway = useGateway({ REQUEST_BUDGET: '20', BUDGET_WINDOW_SECONDS: '600' });
let spent: Record<string, string>;
let fileId: number;

type Headers = Record<string, string>;

async function send(ask: Ask, headers: Headers = {}): Promise<Response> {
  const { body, headers: caller = gateway.service.headers } = ask;
  return await fetch(`${gateway.url}${ask.path}`, {
    method: ask.method,
    headers: { ...caller, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Sends, and expects the headers that the description has for the status. */
async function expectDescribed(
  id: OperationId,
  { status, ask, headers = {} }: { status: number; ask: Ask; headers?: Headers },
): Promise<Response> {
  const reply = await send(ask, headers);
  expect(reply.status).toBe(status);
  expectHeaders(id, status, reply.headers);
  return reply;
}

beforeAll(async () => {
  const { db } = gateway;
  spent = (await createTestService(db, await createTestTokens(db))).headers;
  const sent = { filename: 'a.csv', content_base64: Buffer.from('a,b\n').toString('base64') };
  fileId = Number(at(await (await send(ASKS.uploadFile(sent))).json(), 'data', 'file_id'));
});

describe('the headers of an answer are those that are described', () => {
  it('200 and 422 where a key comes again, with the same and with another request', async () => {
    const headers = { 'idempotency-key': 'one' };
    const ask = ASKS.processFiduciaryRequests(FIDUCIARY_REQUEST);
    const first = await expectDescribed('processFiduciaryRequests', { status: 200, ask, headers });
    expect(first.headers.get('idempotent-replay')).toBeNull();
    const again = await expectDescribed('processFiduciaryRequests', { status: 200, ask, headers });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    const other = ASKS.processFiduciaryRequests({ ...FIDUCIARY_REQUEST, business_name: 'Other' });
    await expectDescribed('processFiduciaryRequests', { status: 422, ask: other, headers });
  });

  it('401 of a user who is not known, to a service that is', async () => {
    const { keyHeaders: headers } = gateway.service;
    const ask = { ...ASKS.getAccessToken({ email: 'nobody@example.test' }), headers };
    const reply = await expectDescribed('getAccessToken', { status: 401, ask });
    expect(reply.headers.get('ratelimit')).toMatch(/^"requests";r=/);
  });

  it('409 of what was decided otherwise', async () => {
    await send(ASKS.processFiduciaryRequests(FIDUCIARY_REQUEST));
    await send(ASKS.resolvePersonMatches(DECISION));
    const ask = ASKS.resolvePersonMatches({
      ...DECISION,
      resolution: 'TRUE_MATCH',
      reason: 'same_person',
    });
    await expectDescribed('resolvePersonMatches', { status: 409, ask });
  });

  it('200, 206, 304 and 416 of a file', async () => {
    const ask = ASKS.getFile(undefined, fileId);
    const whole = await expectDescribed('getFile', { status: 200, ask });
    const etag = whole.headers.get('etag') ?? '';
    const part = { range: 'bytes=0-1', 'if-range': etag };
    await expectDescribed('getFile', { status: 206, ask, headers: part });
    await expectDescribed('getFile', { status: 304, ask, headers: { 'if-none-match': etag } });
    await expectDescribed('getFile', { status: 416, ask, headers: { range: 'bytes=9-' } });
  });

  it('429 of a service that has spent its requests', async () => {
    const ask = ASKS.getBusinessDetail(undefined, 1);
    for (let count = 0; count < 20; count += 1) await send(ask, spent);
    await expectDescribed('getBusinessDetail', { status: 429, ask, headers: spent });
  });
});
