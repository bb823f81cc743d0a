import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookSender } from '../../../src/adapters/webhooks/webhook-sender.ts';
import type { WebhookOptions } from '../../../src/config/webhook-options.ts';
import { SHORT_TIMEOUTS, useWebhooks, webhookOptions } from '../../support/clients/webhooks.ts';
import { portOf } from '../../support/processes/port-of.ts';
import { type Answer, useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const webhooks = useWebhooks();
const receiver = useWebhookReceiver();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function deliverOne(url: string, limits: Partial<WebhookOptions> = {}) {
  const { id } = await webhooks.add(url);
  await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.deliver(id, { webhooks: createWebhookSender(webhookOptions(limits)) });
  const [delivery] = await webhooks.deliveries(id);
  return delivery;
}

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

const FAILING: [what: string, answer: Answer, outcome: object, limits?: object][] = [
  ['answers 500', (r) => void r.writeHead(500).end(), { lastStatus: 500, lastError: 'status' }],
  ['hangs', () => undefined, { lastStatus: null, lastError: 'timeout' }, SHORT_TIMEOUTS],
  ['cuts off', (r) => void r.destroy(), { lastStatus: null, lastError: 'cut_off' }],
  [
    'answers headers without end',
    (r) => void r.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`),
    { lastStatus: null, lastError: 'bad_answer' },
  ],
  [
    'changes to another protocol',
    (r) =>
      void r.socket?.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    { lastStatus: 101, lastError: 'status' },
  ],
  [
    'answers no HTTP',
    (r) => void r.socket?.end('SSH-2.0-server\r\n'),
    { lastStatus: null, lastError: 'bad_answer' },
  ],
];

describe('a receiver that', () => {
  it.each(FAILING)('%s is tried again later', async (...[, answer, outcome, limits]) => {
    receiver.answer = answer;
    const startedAt = Date.now();
    const delivery = await deliverOne(receiver.url(), limits);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, settledAt: null, ...outcome });
    const next = delivery?.nextAttemptAt?.getTime();
    expect(next).toBeGreaterThan(startedAt);
    expect(next).toBeLessThanOrEqual(Date.now() + 5_000);
  });

  it.each([301, 302, 303, 307, 308])('redirects by %i is not followed', async (status) => {
    receiver.answer = (response) =>
      void response.writeHead(status, { location: receiver.url('/elsewhere') }).end();
    expect(await deliverOne(receiver.url())).toMatchObject({
      state: 'waiting',
      lastStatus: status,
      lastError: 'redirect',
    });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('takes it and answers without end has taken it, and is cut off', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    let writtenBytes = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      response.on('close', resolve);
      const write = (): void => {
        for (let more = true; more && !response.destroyed; writtenBytes += MEGABYTE.length)
          more = response.write(MEGABYTE);
      };
      response.on('drain', write);
      write();
    };
    expect(await deliverOne(receiver.url())).toMatchObject({ state: 'delivered', lastStatus: 200 });
    await closed;
    // What the kernels of both sides hold, not what a time-out lets through.
    expect(writtenBytes).toBeLessThan(64 * MEGABYTE.length);
  });

  it('takes it and never ends its answer has taken it', async () => {
    receiver.answer = (response) => void response.writeHead(202).write('so');
    // Its head comes within milliseconds, its end never.
    expect(await deliverOne(receiver.url(), { timeoutMs: 2_000 })).toMatchObject({
      state: 'delivered',
      lastStatus: 202,
    });
  });

  it('is not there is tried again later', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = portOf(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await deliverOne(`http://127.0.0.1:${port}/`)).toMatchObject({
      state: 'waiting',
      lastError: 'no_connection',
    });
  });

  it('speaks no TLS where it should is tried again later', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    expect(await deliverOne(`https://127.0.0.1:${portOf(server)}/`)).toMatchObject({
      state: 'waiting',
      lastError: 'tls',
    });
  });

  it('takes the call and says nothing is given up in time', async () => {
    const server = createServer((socket) => void socket.pause()).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const delivery = await deliverOne(`https://127.0.0.1:${portOf(server)}/`, SHORT_TIMEOUTS);
    expect(delivery).toMatchObject({ state: 'waiting', lastError: 'timeout' });
  });

  it('comes back gets what it missed, in order', async () => {
    receiver.answer = (response) => void response.writeHead(502).end();
    const { id } = await webhooks.add(receiver.url());
    for (const businessId of [1, 1, 1]) await webhooks.happen(businessId);
    await webhooks.fanOut();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await webhooks.age('1 hour');
      await webhooks.deliver(id);
    }
    const missed = await webhooks.deliveries(id);
    expect(missed.map(({ attempts }) => attempts)).toEqual([4, 0, 0]);
    receiver.received = [];
    receiver.answer = (response) => void response.writeHead(200).end();
    await webhooks.age('1 hour');
    await webhooks.deliver(id);
    const came = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(came).toEqual(missed.map(({ messageId }) => messageId));
  });
});
