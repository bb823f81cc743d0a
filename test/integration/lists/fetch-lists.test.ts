import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listFetches } from '../../../src/db/queries/lists/fetches.ts';
import { listNewestSnapshots } from '../../../src/db/queries/lists/status.ts';
import type { ListUrls } from '../../../src/lists/fetch/list-urls.ts';
import { loadSatList } from '../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../support/data/sat69b-list.ts';
import { matching, useFetching } from '../../support/gateway/fetching.ts';

/** A matcher is of any type. */
const ANY_DAY: unknown = expect.any(Date);

const { database, server, fetchAll, stored, faults } = useFetching();

const list69b = (): ListUrls => ({ source: 'sat69b', urls: [server.url('/69b.csv')] });
const row = { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' };
const january = makeSat69bList('2024-01-10', [row]);
const february = makeSat69bList('2024-02-10', [{ ...row, situation: 'Definitivo' }]);

describe('fetching a list', () => {
  it('loads what comes, packed or not, and asks by its version the next time', async () => {
    server.answer = (response) =>
      void response
        .writeHead(200, {
          'content-encoding': 'gzip',
          etag: '"one"',
          'last-modified': 'Wed, 10 Jan 2024 00:00:00 GMT',
        })
        .end(gzipSync(january));
    expect(await fetchAll([list69b()])).toMatchObject([
      { source: 'sat69b', outcome: 'loaded', asOf: '2024-01-10', changes: { added: 1 } },
    ]);
    const before = await stored();

    server.answer = (response) => void response.writeHead(304).end();
    expect(await fetchAll([list69b()])).toMatchObject([
      { source: 'sat69b', outcome: 'not_modified', asOf: '2024-01-10' },
    ]);
    expect(server.received.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"one"',
    ]);
    expect(server.received[1]?.headers['if-modified-since']).toBe('Wed, 10 Jan 2024 00:00:00 GMT');
    expect(await stored()).toEqual(before);

    server.answer = (response) => void response.writeHead(200).end(january);
    expect(await fetchAll([list69b()])).toMatchObject([{ outcome: 'same' }]);
    expect(await stored()).toEqual(before);

    server.answer = (response) => void response.writeHead(200).end(february);
    expect(await fetchAll([list69b()])).toMatchObject([
      { outcome: 'loaded', changes: { changed: 1 } },
    ]);
  });

  it('alone shows that the source publishes nothing newer: an import of the same file does not', async () => {
    const seenAt = async () => {
      const [newest] = await listNewestSnapshots(database.db, 0);
      return newest?.sourceSeenAt;
    };
    await loadSatList(database.url, { code: 'sat69b', list: january });
    await loadSatList(database.url, { code: 'sat69b', list: january });
    expect(await seenAt()).toBe(null);
    server.answer = (response) => void response.writeHead(200, { etag: '"one"' }).end(january);
    const times: (Date | null | undefined)[] = [];
    for (const outcome of ['same', 'not_modified', 'failed'] as const) {
      expect(await fetchAll([list69b()])).toMatchObject([{ outcome }]);
      times.push(await seenAt());
      const status = outcome === 'same' ? 304 : 500;
      server.answer = (response) => void response.writeHead(status).end();
    }
    const [same, unchanged, failed] = times.map((time) => time?.getTime() ?? 0);
    expect(same).toBeGreaterThan(0);
    expect(unchanged).toBeGreaterThan(same ?? 0);
    expect(failed).toBe(unchanged);
    server.answer = (response) => void response.writeHead(200).end(february);
    await fetchAll([list69b()]);
    expect((await seenAt())?.getTime()).toBeGreaterThan(unchanged ?? 0);
  });

  it('asks for all of it where its address is another one, or the list was forgotten', async () => {
    server.answer = (response) => void response.writeHead(200, { etag: '"one"' }).end(january);
    await fetchAll([list69b()]);
    await fetchAll([{ source: 'sat69b', urls: [server.url('/other.csv')] }]);
    await sql`truncate list_snapshots, list_entries cascade`.execute(database.db);
    await fetchAll([{ source: 'sat69b', urls: [server.url('/other.csv')] }]);
    expect(server.received.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('asks for all of it where another file is what the list says meanwhile', async () => {
    server.answer = (response, { headers }) => {
      const isKnown = headers['if-none-match'] === '"one"';
      if (isKnown) response.writeHead(304).end();
      else response.writeHead(200, { etag: '"one"' }).end(january);
    };
    await fetchAll([list69b()]);
    const byHand = makeSat69bList('2024-01-10', [{ ...row, situation: 'Definitivo' }]);
    await loadSatList(database.url, { code: 'sat69b', list: byHand });
    expect(await fetchAll([list69b()])).toMatchObject([
      { outcome: 'loaded', changes: { changed: 1 } },
    ]);
  });

  it('asks for all of it where older rules have read it', async () => {
    server.answer = (response) => void response.writeHead(200, { etag: '"one"' }).end(january);
    await fetchAll([list69b()]);
    await sql`update list_snapshots set rules = 0`.execute(database.db);
    expect(await fetchAll([list69b()])).toMatchObject([{ outcome: 'loaded' }]);
    expect(server.received.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('of several files loads all where one has changed', async () => {
    const parts: Record<string, string> = {
      '/sdn.csv': '1,"UNO, Ana","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n',
      '/alt.csv': '1,1,"aka","UNO, Anita",-0- \r\n',
    };
    let changed = '';
    server.answer = (response, { path, headers }) => {
      const isKnown = headers['if-none-match'] === '"one"' && path !== changed;
      if (isKnown) response.writeHead(304).end();
      else response.writeHead(200, { etag: '"one"' }).end(parts[path]);
    };
    const ofac: ListUrls = {
      source: 'ofac-sdn',
      urls: [server.url('/sdn.csv'), server.url('/alt.csv')],
    };
    expect(await fetchAll([ofac])).toMatchObject([{ outcome: 'loaded', rows: { kept: 1 } }]);
    expect(await fetchAll([ofac])).toMatchObject([{ outcome: 'not_modified' }]);
    changed = '/alt.csv';
    parts[changed] = '1,1,"aka","UNO, Anna",-0- \r\n';
    expect(await fetchAll([ofac])).toMatchObject([{ outcome: 'loaded', changes: { changed: 1 } }]);
    expect(server.received).toHaveLength(8);
  });

  it('follows where it is passed on', async () => {
    server.answer = (response, { path }) => {
      if (path === '/69b.csv') response.writeHead(302, { location: '/really.csv?signed=1' }).end();
      else response.writeHead(200).end(january);
    };
    expect(await fetchAll([list69b()])).toMatchObject([{ outcome: 'loaded' }]);
  });

  it('goes on with the others where one meets what nobody expected', async () => {
    await sql`
      create function refuse_69b() returns trigger language plpgsql as $$
        begin raise exception 'a row: %', new.name; end $$`.execute(database.db);
    await sql`
      create trigger refuse_69b before insert on list_entries
        for each row when (new.source = 'sat69b') execute function refuse_69b()`.execute(
      database.db,
    );
    server.answer = (response, { path }) =>
      void response
        .writeHead(200)
        .end(path === '/69b.csv' ? january : 'RFC,RAZON SOCIAL\r\nAAA010101AA0,UNO\r\n');
    const exigibles = { source: 'sat69-exigibles', urls: [server.url('/69.csv')] } as const;
    const reason =
      "Nothing was loaded: sat69b met a fault that is none of the list's (error). The loaded list is unchanged.";
    const fetched = await fetchAll([list69b(), exigibles]);
    await sql`drop trigger refuse_69b on list_entries`.execute(database.db);
    expect(fetched).toMatchObject([
      { source: 'sat69b', outcome: 'failed', reason },
      { source: 'sat69-exigibles', outcome: 'loaded' },
    ]);
    expect(await listFetches(database.db, 0)).toMatchObject([{}, { outcome: 'failed', reason }]);
    expect(faults.splice(0)).toMatchObject([{ message: `a row: ${row.name}` }]);
  });

  it('goes on with the others where one fails, and keeps what came of each', async () => {
    server.answer = (response, { path }) => {
      if (path === '/69b.csv') response.writeHead(500).end();
      else response.writeHead(200).end('RFC,RAZON SOCIAL\r\nAAA010101AA0,UNO\r\n');
    };
    const exigibles = { source: 'sat69-exigibles', urls: [server.url('/69.csv')] } as const;
    expect(await fetchAll([list69b(), exigibles])).toMatchObject([
      { outcome: 'failed' },
      { outcome: 'loaded' },
    ]);
    expect(await listFetches(database.db, 0)).toEqual([
      { source: 'sat69-exigibles', outcome: 'loaded', reason: null, triedAt: ANY_DAY },
      {
        source: 'sat69b',
        outcome: 'failed',
        reason: matching(/^Nothing was loaded: http:.*\/69b\.csv responded with status 500/),
        triedAt: ANY_DAY,
      },
    ]);
  });
});
