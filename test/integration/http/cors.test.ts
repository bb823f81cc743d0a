import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const APP = 'https://app.example';
const PREFLIGHT = { 'access-control-request-method': 'POST' };

function allowed(headers: Headers): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-')).toSorted();
}

describe('with CORS_ORIGINS', () => {
  const gateway = useGateway({ CORS_ORIGINS: `${APP}, http://localhost:5173` });

  it.each(['/graphql', '/api/v4/file/upload', '/api/v4/openapi.json'])(
    'a page of a named origin may ask %s, without cookies',
    async (path) => {
      const headers = { origin: APP, ...PREFLIGHT };
      const reply = await gateway.request('OPTIONS', path, { headers });
      expect(reply.status).toBe(204);
      expect(reply.headers.get('access-control-allow-origin')).toBe(APP);
      expect(reply.headers.get('vary')).toBe('Origin');
      expect(reply.headers.get('access-control-allow-headers')).toContain('x-api-key');
      expect(reply.headers.has('access-control-allow-credentials')).toBe(false);
    },
  );

  it('the answer says that the page may read it, refusals too', async () => {
    const headers = { ...gateway.service.headers, origin: 'http://localhost:5173' };
    const { headers: answered, body } = await gateway.graphql(
      '{ viewer { service } }',
      {},
      headers,
    );
    expect(body).toMatchObject({ data: { viewer: {} } });
    expect(answered.get('access-control-allow-origin')).toBe('http://localhost:5173');
    const exposed = answered.get('access-control-expose-headers')?.split(', ');
    // `date` begins the next read of a copy; `retry-after` is what a client waits.
    expect(exposed).toEqual(expect.arrayContaining(['date', 'retry-after', 'x-request-id']));
    const refused = await gateway.graphql('{ viewer { service } }', {}, { origin: APP });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe(APP);
  });

  it.each([
    'https://app.example.evil.example',
    'https://APP.example',
    'http://app.example',
    'null',
  ])('a page of %s is told nothing', async (origin) => {
    const asked = await gateway.request('OPTIONS', '/graphql', {
      headers: { origin, ...PREFLIGHT },
    });
    const answered = await gateway.request('GET', '/api/v4/openapi.json', { headers: { origin } });
    expect([allowed(asked.headers), allowed(answered.headers)]).toEqual([[], []]);
    expect(answered.headers.get('vary')).toContain('Origin');
  });
});

describe('without CORS_ORIGINS', () => {
  const gateway = useGateway();

  it('no page of another origin is told anything', async () => {
    const headers = { origin: APP, ...PREFLIGHT };
    const asked = await gateway.request('OPTIONS', '/graphql', { headers });
    expect(asked.status).toBe(401);
    const answered = await gateway.request('GET', '/api/v4/openapi.json', { headers });
    expect([allowed(asked.headers), allowed(answered.headers)]).toEqual([[], []]);
  });
});

describe('CORS_ORIGINS', () => {
  it.each(['*', 'null', 'app.example', `${APP}/`, `${APP}/path`, 'ftp://app.example'])(
    'refuses %s at start',
    (origins) => {
      expect(() => loadConfig({ CORS_ORIGINS: origins })).toThrow(/CORS_ORIGINS/);
    },
  );

  it('refuses more than 50', () => {
    const origins = Array.from({ length: 51 }, (_, index) => `https://a${index}.example`);
    expect(() => loadConfig({ CORS_ORIGINS: origins.join(',') })).toThrow(/at most 50/);
    expect(loadConfig({ CORS_ORIGINS: origins.slice(1).join(',') }).corsOrigins).toHaveLength(50);
  });
});
