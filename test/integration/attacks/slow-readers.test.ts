import { createServer, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createUnreadResponses } from '../../../src/http/backpressure/unread-responses.ts';
import { createResponseSender } from '../../../src/http/send-response.ts';
import { createStreamSender } from '../../../src/http/stream.ts';
import { head, openRaw, type RawConnection } from '../../support/clients/raw-http.ts';

const MB = 1_000_000;
/** More than the systems of both sides hold for a connection. */
const LONG = 40 * MB;

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** A server that answers with `send`, and its answers in the order that they were asked for. */
async function listen(send: (response: ServerResponse) => unknown) {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    responses.push(response);
    send(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { responses, url: `http://127.0.0.1:${port}` };
}

/** Asks and reads nothing. */
async function askAndWait(url: string): Promise<RawConnection> {
  const connection = await openRaw(url);
  connection.socket.pause();
  connection.send(head('GET /'));
  ended.push(async () => await Promise.resolve(connection.socket.destroy()));
  return connection;
}

const ROOM = { bytesMax: 100 * MB, bytesPerServiceMax: 100 * MB };
const REPLY = { status: 200, body: new Uint8Array(LONG) };

describe('a client that reads nothing of a whole answer', () => {
  it('is cut off when it has taken nothing for the time that is given', async () => {
    const sendWhole = createResponseSender(createUnreadResponses(ROOM), {
      stallMs: 50,
      bytesPerSecondMin: 1,
    });
    const { responses, url } = await listen((response) => sendWhole(response, REPLY, 1));
    await askAndWait(url);
    await expect.poll(() => responses[0]?.destroyed).toBe(true);
    expect(responses[0]?.writableFinished).toBe(false);
  });

  it('is cut off when it takes too long on the whole', async () => {
    const patience = { stallMs: 100, bytesPerSecondMin: LONG * 10 };
    const sendWhole = createResponseSender(createUnreadResponses(ROOM), patience);
    const { responses, url } = await listen((response) => sendWhole(response, REPLY, 1));
    const { socket } = await askAndWait(url);
    // A sip each few milliseconds is never nothing.
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), 5);
    });
    socket.resume();
    await expect.poll(() => responses[0]?.destroyed).toBe(true);
    expect(responses[0]?.writableFinished).toBe(false);
  });

  it('is told of by what came, and one that reads gets everything', async () => {
    const sendWhole = createResponseSender(createUnreadResponses(ROOM), {
      stallMs: 10_000,
      bytesPerSecondMin: 1000,
    });
    const text = `${'é'.repeat(3 * MB)}!`;
    const reply = { status: 200, headers: { 'x-a': 'b' }, body: text };
    const { url } = await listen((response) => sendWhole(response, reply, 1));
    const response = await fetch(url);
    expect(response.headers.get('content-length')).toBe(String(6 * MB + 1));
    expect(await response.text()).toBe(text);
  });

  it('is not sent anything, nor kept, once it has gone', async () => {
    const answers = createUnreadResponses(ROOM);
    const sendWhole = createResponseSender(answers, { stallMs: 10_000, bytesPerSecondMin: 1 });
    const { responses, url } = await listen(() => undefined);
    const { socket } = await askAndWait(url);
    await expect.poll(() => responses.length).toBe(1);
    socket.destroy();
    await expect.poll(() => responses[0]?.req.socket.destroyed).toBe(true);
    for (const response of responses) sendWhole(response, REPLY, 1);
    expect(answers.reserve(1, ROOM.bytesMax)).toBeDefined();
  });

  it('is cut off at once where its answer finds no room', async () => {
    const room = { bytesMax: 100 * MB, bytesPerServiceMax: LONG + MB };
    const sendWhole = createResponseSender(createUnreadResponses(room), {
      stallMs: 10_000,
      bytesPerSecondMin: 1,
    });
    const { responses, url } = await listen((response) => sendWhole(response, REPLY, 1));
    await askAndWait(url);
    await expect.poll(() => responses.length).toBe(1);
    const second = await openRaw(url);
    second.send(head('GET /'));
    expect(await second.untilClosed()).toBe('');
    expect(responses[0]?.destroyed).toBe(false);
  });
});

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < LONG; sent += MB) yield await Promise.resolve(new Uint8Array(MB));
}

describe('a client that reads nothing of a file', () => {
  it('is cut off by either bound', async () => {
    for (const file of [
      { stallMs: 50, bytesPerSecondMin: 1 },
      { stallMs: 50, bytesPerSecondMin: LONG * 10 },
    ]) {
      const sender = createStreamSender({
        streamStallMs: 10_000,
        file,
        unreadResponses: createUnreadResponses(ROOM),
      });
      const reply = { status: 200, headers: { 'content-length': `${LONG}` }, bytes: chunks() };
      const { responses, url } = await listen((response) => sender.sendFile(response, reply, 1));
      await askAndWait(url);
      await expect.poll(() => responses[0]?.destroyed).toBe(true);
      expect(responses[0]?.writableFinished).toBe(false);
    }
  });
});

function setUp() {
  const clock = { ms: 0 };
  const cut: string[] = [];
  const bounds = { bytesMax: 100, bytesPerServiceMax: 60 };
  const answers = createUnreadResponses(bounds, () => clock.ms);
  const add = (name: string, serviceId: number, bytes: number) =>
    answers.add({ serviceId, bytes, cutOff: () => cut.push(name) });
  return { clock, cut, add, keepRoom: answers.reserve };
}

describe('the bytes of answers that are not read', () => {
  it('are bounded by service, and what is released makes room', () => {
    const { add, cut } = setUp();
    const first = add('first', 1, 40);
    expect(add('second', 1, 21)).toBeUndefined();
    first?.setRemaining(39);
    expect(add('second', 1, 21)).toBeDefined();
    first?.release();
    first?.release();
    first?.setRemaining(50);
    expect(add('third', 1, 39)).toBeDefined();
    expect(add('too much', 1, 1)).toBeUndefined();
    expect(cut).toEqual([]);
  });

  it('are bounded for all services together', () => {
    const { add } = setUp();
    add('one', 1, 60);
    expect(add('two', 2, 41)).toBeUndefined();
    expect(add('two', 2, 40)).toBeDefined();
    expect(add('three', 3, 1)).toBeUndefined();
  });

  it('may be of one answer that is alone, whatever its size', () => {
    const { add } = setUp();
    const large = add('large', 1, 1_000);
    expect(large).toBeDefined();
    expect(add('second', 1, 1)).toBeUndefined();
    expect(add('other', 2, 1)).toBeUndefined();
    large?.release();
    expect(add('second', 1, 1)).toBeDefined();
  });

  it('make room, those first that were taken nothing of for longest, once that is a second', () => {
    const { add, cut, clock } = setUp();
    const first = add('first', 1, 20);
    add('second', 1, 20);
    add('third', 1, 20);
    clock.ms = 999;
    expect(add('too soon', 1, 20)).toBeUndefined();
    clock.ms = 1_000;
    first?.setRemaining(15);
    expect(add('fourth', 1, 20)).toBeDefined();
    expect(cut).toEqual(['second']);
    expect(add('fifth', 1, 6)).toBeDefined();
    expect(cut).toEqual(['second', 'third']);
  });

  it('leave room that is kept to nobody else, until it is given back', () => {
    const { add, keepRoom, cut } = setUp();
    const giveBack = keepRoom(1, 50);
    expect(add('first', 1, 20)).toBeUndefined();
    expect(keepRoom(1, 20)).toBeUndefined();
    giveBack?.();
    giveBack?.();
    expect(add('first', 1, 20)).toBeDefined();
    expect(keepRoom(1, 41)).toBeUndefined();
    expect(keepRoom(1, 40)).toBeDefined();
    expect(cut).toEqual([]);
  });

  it('make room for an answer that is to be made only where they have stood for five seconds', () => {
    const { add, keepRoom, cut, clock } = setUp();
    add('first', 1, 40);
    clock.ms = 4_999;
    expect(keepRoom(1, 21)).toBeUndefined();
    clock.ms = 5_000;
    expect(keepRoom(1, 21)).toBeDefined();
    expect(cut).toEqual(['first']);
  });

  it('of another service make none for a service that is full itself', () => {
    const { add, cut, clock } = setUp();
    add('other', 2, 40);
    add('own', 1, 50);
    clock.ms = 1_000;
    expect(add('more', 1, 20)).toBeDefined();
    expect(cut).toEqual(['own']);
    clock.ms = 2_000;
    expect(add('third', 3, 60)).toBeDefined();
    expect(cut).toEqual(['own', 'other']);
  });
});
