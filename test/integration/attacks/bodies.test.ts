import { describe, expect, it } from 'vitest';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { head, openRaw, statusesOf } from '../../support/clients/raw-http.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway({ HEAVY_WAIT_MS: '500' });
const LEVELS_MAX = 64;
const IMPORT = 'POST /api/v4/quiz/answers/import/api';

const post = async (path: string, body: string | Uint8Array<ArrayBuffer>) => {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { ...gateway.service.headers, 'content-type': 'application/json' },
    body,
  });
  const answered: unknown = await response.json();
  return { status: response.status, body: answered };
};

describe('a body of nothing but brackets', () => {
  const TOO_DEEP = {
    status: 413,
    body: {
      errors: [
        {
          message: `The body has too many levels of lists and objects: at most ${LEVELS_MAX}.`,
          extensions: { code: 'LIMIT_EXCEEDED', code_message: 'payload_too_large' },
        },
      ],
    },
  };

  it('413 is refused at its first bracket too many, whatever comes behind it', async () => {
    expect(await post('/graphql', '['.repeat(1_000_000))).toEqual(TOO_DEEP);
    expect(await post('/graphql', '{"a":'.repeat(LEVELS_MAX + 1))).toEqual(TOO_DEEP);
    const variables = `${'['.repeat(LEVELS_MAX)}${']'.repeat(LEVELS_MAX)}`;
    const body = `{"query":"{viewer{service}}","variables":{"a":${variables}}}`;
    expect(await post('/graphql', body)).toEqual(TOO_DEEP);
  });

  it('400 is refused on v4', async () => {
    const reply = await post('/api/v4/quiz/answers/import/api', '['.repeat(1_000_000));
    expect(reply).toMatchObject({ status: 400, body: { code_message: 'invalid_request' } });
  });

  it('may go as deep as the bound, and brackets in a text are text', async () => {
    const deep = `${'['.repeat(LEVELS_MAX - 2)}${']'.repeat(LEVELS_MAX - 2)}`;
    const text = JSON.stringify(`"\\${'['.repeat(100)}`);
    const body = `{"query":"{__typename}","variables":{"a":${deep},"b":${text}}}`;
    expect(await post('/graphql', body)).toEqual({
      status: 200,
      body: { data: { __typename: 'Query' } },
    });
  });
});

describe('a body that is not UTF-8', () => {
  it.each(['/graphql', '/api/v4/quiz/answers/import/api'])('400 %s', async (path) => {
    const text = '{"query":"query($c:String){business(by:{code:$c}){name}}","variables":{"c":"?"}}';
    const body = Buffer.from(text);
    body[text.lastIndexOf('?')] = 0xff;
    expect(await post(path, body)).toMatchObject({ status: 400 });
  });
});

describe('the body of somebody who is not known', () => {
  const LENGTH = 100_000_000;
  it('401 is not read, and its connection ends behind the answer', async () => {
    const connection = await openRaw(gateway.url);
    connection.send(head(IMPORT, { 'content-length': String(LENGTH) }));
    const chunk = Buffer.alloc(1_000_000);
    let sent = 0;
    const sendOn = (): void => {
      connection.socket.write(chunk, (error) => {
        if (error) return;
        sent += chunk.byteLength;
        if (sent < LENGTH) sendOn();
      });
    };
    sendOn();
    await connection.untilReceived('unauthorized');
    const received = await connection.untilClosed();
    expect(statusesOf(received)).toEqual([401]);
    expect(received).toMatch(/^connection: close\r$/im);
    expect(sent).toBeLessThan(LENGTH / 2);
  });

  it('401 leaves the connection open where the body is short', async () => {
    const connection = await openRaw(gateway.url);
    connection.send(head(IMPORT, { 'content-length': '2' }));
    await connection.untilReceived('unauthorized');
    connection.send(`{}${head('GET /health/live', { connection: 'close' })}`);
    expect(statusesOf(await connection.untilClosed())).toEqual([401, 200]);
  });
});

const left = async (): Promise<number> => {
  const reply = await gateway.graphql('{ viewer { rateLimit { remaining } } }');
  return Number(at(dataOf(reply), 'viewer', 'rateLimit', 'remaining'));
};

/** What it takes from the budget, without the request that asks what is left, which is 3 points. */
const priceOf = async (query: string): Promise<number> => {
  const before = await left();
  await gateway.graphql(query);
  return before - (await left()) - 3;
};

describe('a document that did not come before', () => {
  it('costs a point for each two signs over 500, once, and its cost does not show it', async () => {
    const query = `{ viewer { rateLimit { cost } } } #${'x'.repeat(965)}`;
    expect(query).toHaveLength(1000);
    expect(await priceOf(query)).toBe(3 + 250);
    expect(await priceOf(query)).toBe(3);
    const again = await gateway.graphql(query.replace('x', 'y'));
    expect(at(dataOf(again), 'viewer', 'rateLimit', 'cost')).toBe(3);
  });

  it('costs it each time where it cannot be kept', async () => {
    const invalid = `{ viewer { ${'x'.repeat(489)}`;
    expect(await priceOf(invalid)).toBe(1);
    expect(await priceOf(`${invalid}${'x'.repeat(100)}`)).toBe(51);
    expect(await priceOf(`${invalid}${'x'.repeat(100)}`)).toBe(51);
    expect(await priceOf(`{ viewer { ${'x'.repeat(500_000)}`)).toBe(1 + 9_750);
  });
});

describe('long bodies that are begun and not sent to their end', () => {
  it('hold so much of one service, whose further ones wait and are refused unread, and nothing of others', async () => {
    const { db, service, url } = gateway;
    const other = await createTestService(db, await createTestTokens(db), { name: 'other' });
    const text = JSON.stringify({ query: `{ viewer { service } } #${'x'.repeat(900_000)}` });
    const requestOf = (headers: Record<string, string>) =>
      head('POST /graphql', {
        ...headers,
        'content-type': 'application/json',
        'content-length': String(text.length),
      }) + text;
    const begun = await Promise.all(Array.from({ length: 10 }, async () => await openRaw(url)));
    for (const one of begun) one.send(requestOf(service.headers).slice(0, -1));
    const refused = () => begun.filter((one) => statusesOf(one.received()).includes(429));
    // Four of 0.9 MB are as much as there is room for.
    await expect.poll(() => refused().length).toBe(6);
    for (const one of refused()) expect(one.received()).toMatch(/\nretry-after: 5\r/i);
    const whole = await openRaw(url);
    whole.send(requestOf(other.headers));
    await whole.untilReceived(/HTTP\/1\.1 200 /);
    const held = begun.filter((one) => !refused().includes(one));
    for (const one of held) one.send(text.slice(-1));
    for (const one of held) await one.untilReceived(/HTTP\/1\.1 200 /);
    for (const { socket } of [...begun, whole]) socket.destroy();
  });
});
