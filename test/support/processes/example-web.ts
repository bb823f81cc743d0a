import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile, type PreviewServer, type ProxyOptions, preview } from 'vite';
import { afterAll, beforeAll } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../examples/web', import.meta.url));

/** What the example's own settings pass on, to this gateway. */
async function readProxy(target: string): Promise<Record<string, ProxyOptions>> {
  const loaded = await loadConfigFromFile(
    { command: 'serve', mode: 'development' },
    join(ROOT, 'vite.config.ts'),
  );
  const paths = Object.keys(loaded?.config.server?.proxy ?? {});
  return Object.fromEntries(paths.map((path) => [path, { target }]));
}

export type ExampleWeb = {
  /** http://127.0.0.1:PORT. */
  readonly url: string;
};

/** The example frontend as it is built, behind one origin with the gateway. */
export function useExampleWeb(gatewayUrl: () => string): ExampleWeb {
  let outDir = '';
  let server: PreviewServer | undefined;

  beforeAll(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'participant-gateway-web-'));
    const shared = { root: ROOT, configFile: join(ROOT, 'vite.config.ts') };
    const output = { outDir, emptyOutDir: true };
    await build({ ...shared, logLevel: 'warn', build: output });
    const address = { host: '127.0.0.1', port: 0, proxy: await readProxy(gatewayUrl()) };
    server = await preview({ ...shared, logLevel: 'silent', build: { outDir }, preview: address });
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await rm(outDir, { recursive: true, force: true });
  });
  return {
    get url() {
      const url = server?.resolvedUrls?.local[0];
      if (url === undefined) throw new Error('The example runs inside hooks and tests only.');
      return url;
    },
  };
}
