import { describe, expect, it } from 'vitest';
import { createVerifyRoutes } from '../../../src/server/verify-page/verify-page.ts';

const routes = createVerifyRoutes();
const REQUEST = { host: 'gateway.example', acceptEncoding: undefined };

async function get(path: string) {
  const reply = await routes.get(path)?.(REQUEST);
  if (reply === undefined) throw new Error(`${path} is not served.`);
  return { headers: reply.headers ?? {}, body: String(reply.body) };
}

describe('the page for verifying reports', () => {
  it('runs its own files only, and sends nothing to another origin', async () => {
    const { headers, body } = await get('/verify');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|data:|https?:|\*/);
    expect(headers['referrer-policy']).toBe('no-referrer');
    const links = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(links.toSorted()).toEqual(
      [...routes.keys()].filter((path) => path !== '/verify').toSorted(),
    );
    expect(body).not.toMatch(/style=|onclick=|https?:/);
  });

  it('writes texts as text: no file name can become an element', async () => {
    const script = [...routes.keys()].find((path) => path.endsWith('.js')) ?? '';
    expect((await get(script)).body).not.toMatch(/innerHTML|outerHTML|document\.write|eval\(/);
  });
});
