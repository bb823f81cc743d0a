import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  makeDefaultedFieldsOptional,
  REQUIRED_CONDITION,
} from '../../../../src/schema/graphiql/optional-defaults.ts';
import { createGraphiqlRoutes } from '../../../../src/schema/graphiql/pages.ts';

const HEADERS = { authorization: 'Bearer demo-token', service: '</script><script>alert(1)' };

const routes = createGraphiqlRoutes({
  endpoint: '/graphql',
  demoHeaders: async () => await Promise.resolve(HEADERS),
});

async function get(path: string, request: { host?: string; acceptEncoding?: string } = {}) {
  const { host, acceptEncoding } = request;
  const reply = await routes.get(path)?.({ host, acceptEncoding });
  if (reply === undefined) throw new Error(`Nothing is served at ${path}.`);
  return reply;
}

async function getPage(host?: string): Promise<string> {
  const { body } = await get('/graphiql', host === undefined ? {} : { host });
  return String(body);
}

describe('the page of GraphiQL', () => {
  it.each(['localhost', 'localhost:4000', 'LOCALHOST:4000', '127.0.0.1:4000', '[::1]:4000'])(
    'holds the demo headers for %s',
    async (host) => {
      expect(await getPage(host)).toContain('demo-token');
    },
  );

  it.each([
    undefined,
    '',
    'rebound.example:4000',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    'rebound.example#localhost',
    'localhost@rebound.example',
    'localhost:4000@rebound.example',
    'localhost:4000\nrebound.example',
    '192.168.0.10:4000',
    '[::]:4000',
  ])('holds no demo header, and says what to fill in, for %s', async (host) => {
    const page = await getPage(host);
    expect(page).not.toContain('demo-token');
    expect(page).toContain('YOUR_API_KEY');
  });

  it('says what to fill in where there is no demo', async () => {
    const page = createGraphiqlRoutes({ endpoint: '/graphql', demoHeaders: undefined });
    const reply = await page.get('/graphiql')?.({
      host: 'localhost:4000',
      acceptEncoding: undefined,
    });
    expect(String(reply?.body)).toContain('YOUR_API_KEY');
  });

  it('cannot be ended by what a header holds', async () => {
    const page = await getPage('localhost');
    expect(page).toContain('\\u003c/script>\\u003cscript>alert(1)');
    expect(page).not.toContain('<script>alert(1)');
  });

  it('is not stored, not framed, and runs no script but files of its origin', async () => {
    const { headers } = await get('/graphiql', { host: 'localhost' });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = headers?.['content-security-policy']?.split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('names only files that are served', async () => {
    const named = (await getPage()).match(/\/graphiql\/[^"]+/g) ?? [];
    const served = [...routes.keys()].filter((path) => path !== '/graphiql');
    expect(new Set(named)).toEqual(new Set(served));
  });
});

describe('the worker of GraphiQL', () => {
  it('has the one place in it that is changed: another version may have another', async () => {
    const { graphqlWorker } = await import('@graphql-yoga/render-graphiql/graphiql');
    expect(graphqlWorker.split(REQUIRED_CONDITION)).toHaveLength(2);
    expect(makeDefaultedFieldsOptional(graphqlWorker)).not.toContain(REQUIRED_CONDITION);
  });
});

describe('a file of GraphiQL', () => {
  const files = [...routes.keys()].filter((path) => path !== '/graphiql');

  it.each(files)('%s is the same in every coding, and kept by browsers', async (path) => {
    const plain = await get(path);
    const brotli = await get(path, { acceptEncoding: 'gzip, deflate, br' });
    const gzip = await get(path, { acceptEncoding: 'gzip, br;q=0' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(gzip.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(brotli.body).equals(Buffer.from(plain.body))).toBe(true);
    expect(gunzipSync(gzip.body).equals(Buffer.from(plain.body))).toBe(true);
  });

  it('is not served under a path that only looks like one', () => {
    expect(routes.has('/graphiql/../package.json')).toBe(false);
    expect(routes.has('/graphiql/')).toBe(false);
  });
});
