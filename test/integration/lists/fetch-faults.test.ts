import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DownloadOptions } from '../../../src/adapters/downloads/downloader.ts';
import type { ListUrls } from '../../../src/lists/fetch/list-urls.ts';
import { makeSat69bList } from '../../support/data/sat69b-list.ts';
import { matching, useFetching } from '../../support/gateway/fetching.ts';

const { server, fetchAll, stored } = useFetching();

const list69b = (): ListUrls => ({ source: 'sat69b', urls: [server.url('/69b.csv')] });
const row = { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' };
const january = makeSat69bList('2024-01-10', [row]);

/** Bytes as they are sent, past all that Node would put right. */
function sendRaw(response: ServerResponse, head: readonly string[], body: Buffer | string): void {
  response.socket?.end(
    Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]),
  );
}

describe('a server that', () => {
  const head = ['HTTP/1.1 200 OK', 'content-type: text/csv'];

  it.each<[string, (response: ServerResponse) => void, RegExp, Partial<DownloadOptions>?]>([
    ['has no such file', (response) => response.writeHead(404).end('gone'), /status 404/],
    ['fails', (response) => response.writeHead(500).end(), /status 500/],
    [
      'says unasked that nothing has changed',
      (response) => response.writeHead(304).end(),
      /status 304/,
    ],
    [
      'ends before the length it said',
      (response) => sendRaw(response, [...head, 'content-length: 100000'], january),
      /was cut off/,
      { bytesMax: 200_000 },
    ],
    [
      'sends more than the length it said',
      (response) => sendRaw(response, [...head, `content-length: ${january.length - 5}`], january),
      /sent an invalid HTTP response/,
    ],
    [
      'cuts off what has no length',
      (response) => {
        response.writeHead(200).write(january.subarray(0, 50), () => response.socket?.destroy());
      },
      /was cut off/,
    ],
    [
      'says a length that is too large',
      (response) => response.writeHead(200, { 'content-length': 10 ** 9 }).write('x'),
      /over 65536 bytes/,
    ],
    [
      'never ends',
      (response) => {
        const more = (): void => {
          if (!response.destroyed) response.write('x,'.repeat(10_000), more);
        };
        response.writeHead(200);
        more();
      },
      /over 65536 bytes/,
    ],
    [
      'packs very much into little',
      (response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(10 ** 6))),
      /over 65536 bytes/,
    ],
    [
      'says that it is packed, and it is not',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(january),
      /cannot be decompressed/,
    ],
    [
      'packs it in another way',
      (response) => response.writeHead(200, { 'content-encoding': 'br' }).end(january),
      /unsupported content encoding/,
    ],
    [
      'sends a page and says so',
      (response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
      /an HTML page/,
    ],
    [
      'sends a page as a table',
      (response) => response.writeHead(200).end('<!doctype html><html>'),
      /69b\.csv, line 1: not a table/,
    ],
    ['sends nothing', (response) => response.writeHead(200).end(), /an empty file/],
    [
      'passes on in a circle',
      (response) => response.writeHead(302, { location: '/69b.csv' }).end(),
      /redirected more than 5 times/,
    ],
    [
      'passes on to what is no address',
      (response) => response.writeHead(302, { location: 'http://' }).end(),
      /redirected to an invalid URL/,
    ],
    [
      'passes on to a private address',
      (response) => response.writeHead(302, { location: 'http://10.0.0.1/69b.csv' }).end(),
      /http:\/\/10\.0\.0\.1\/69b\.csv .*public address/,
    ],
    [
      'passes on to a file of this machine',
      (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /Must begin with https/,
    ],
    ['is silent', () => undefined, /sent nothing for 0\.2 s/, { stallMs: 200 }],
    [
      'falls silent',
      (response) => response.writeHead(200).write('x'),
      /sent nothing for 0\.2 s/,
      { stallMs: 200 },
    ],
    [
      'is slow',
      (response) => {
        const more = (): void => {
          if (!response.destroyed) response.write('x', () => setTimeout(more, 20));
        };
        response.writeHead(200);
        more();
      },
      /was not received within 0\.3 s/,
      { timeoutMs: 300 },
    ],
    [
      'speaks something else',
      (response) => response.socket?.end('SSH-2.0\r\n\r\n'),
      /sent an invalid HTTP response/,
    ],
    [
      'changes to another protocol',
      (response) =>
        sendRaw(response, ['HTTP/1.1 101 Switching', 'connection: upgrade', 'upgrade: x'], ''),
      /status 101/,
    ],
    ['hangs up', (response) => response.socket?.destroy(), /cut off/],
  ])('%s is told of, and nothing changes', async (_, answer, ...[expected, options = {}]) => {
    server.answer = (response) => void response.writeHead(200).end(january);
    await fetchAll([list69b()]);
    const before = await stored();
    server.answer = answer;
    const [list] = await fetchAll([list69b()], options);
    expect(list).toMatchObject({ outcome: 'failed', reason: matching(expected) });
    expect(await stored()).toEqual(before);
  });

  it('may not be called: neither without encryption nor in a private network, unless it is allowed', async () => {
    const sources = [list69b()];
    const answers = [
      await fetchAll(sources, { allowsHttp: false }),
      await fetchAll(sources, { allowedNetworks: [] }),
      await fetchAll(sources, { ports: [{ from: 443, to: 443 }] }),
    ].flat();
    expect(answers.map((one) => one.outcome)).toEqual(['failed', 'failed', 'failed']);
    expect(server.received).toEqual([]);
  });

  it('is not waited for once the signal says so', async () => {
    const stop = new AbortController();
    server.answer = () => stop.abort();
    const lists = await fetchAll([list69b(), list69b()], { signal: stop.signal });
    expect(lists).toEqual([{ source: 'sat69b', outcome: 'failed', reason: matching(/in time/) }]);
  });

  it('sends less than half of the list is not believed', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...row,
      rfc: `AAA0101${String(index).padStart(3, '0')}AA`.slice(0, 12),
    }));
    server.answer = (response) =>
      void response.writeHead(200).end(makeSat69bList('2024-01-10', many));
    await fetchAll([list69b()]);
    const before = await stored();
    server.answer = (response) =>
      void response.writeHead(200).end(makeSat69bList('2024-02-10', many.slice(0, 50)));
    expect(await fetchAll([list69b()])).toMatchObject([
      { outcome: 'failed', reason: matching(/50 entries, but 120 are loaded/) },
    ]);
    expect(await stored()).toEqual(before);
  });
});
