import { describe, expect, it } from 'vitest';
import { createDocsRoutes } from '../../../../src/rest-compat/docs/docs-page.ts';

const HEADERS = { authorization: 'Bearer demo-token', service: '</script><script>alert(1)' };
const routes = createDocsRoutes(async () => await Promise.resolve(HEADERS));

async function get(
  path: string,
  host?: string,
): Promise<{ headers: Record<string, string>; body: string }> {
  const reply = await routes.get(path)?.({ host, acceptEncoding: undefined });
  if (reply === undefined) throw new Error(`Nothing is served at ${path}.`);
  return { headers: reply.headers ?? {}, body: Buffer.from(reply.body).toString() };
}

describe('Swagger UI', () => {
  it('holds the demo headers on this machine only, as data that cannot end', async () => {
    const { body } = await get('/api/v4/docs', 'localhost:4000');
    expect(body).toContain('demo-token');
    expect(body).toContain('\\u003c/script>\\u003cscript>alert(1)');
    for (const host of [undefined, 'rebound.example:4000', '127.0.0.1.rebound.example'])
      expect((await get('/api/v4/docs', host)).body).not.toContain('demo-token');
  });

  it('names only files that are served, and the description', async () => {
    const { body } = await get('/api/v4/docs');
    const named = body.match(/\/api\/v4\/[^"]+/g) ?? [];
    const served = [...routes.keys()].filter((path) => path !== '/api/v4/docs');
    expect(new Set(named)).toEqual(new Set([...served, '/api/v4/openapi.json']));
  });

  it('serves its script, its style, how it starts and its mark, and nothing else', async () => {
    const files = [...routes.keys()].filter((path) => path !== '/api/v4/docs');
    const bodies = await Promise.all(files.map(async (path) => (await get(path)).body));
    expect(files.map((path) => path.split('/').at(-1))).toEqual([
      'swagger-ui.js',
      'swagger-ui.css',
      'start.js',
      'logo.svg',
    ]);
    expect(bodies[0]).toContain('SwaggerUIBundle');
    expect(bodies[1]).toContain('.swagger-ui');
  });

  it('asks no validator and keeps no credentials', async () => {
    const start = [...routes.keys()].find((path) => path.endsWith('start.js')) ?? '';
    const { body } = await get(start);
    expect(body).toContain('validatorUrl: null');
    expect(body).toContain('persistAuthorization: false');
  });

  it('is not framed, and runs no script but files of its origin', async () => {
    const { headers } = await get('/api/v4/docs');
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const policy = headers['content-security-policy'];
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/);
  });
});
