import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { behindSignIn } from '../../../examples/web/server/behind-sign-in.ts';
import { hashPassword } from '../../../examples/web/server/passwords.ts';
import type { GatewayAccess } from '../../../examples/web/server/request-token.ts';
import { readUsers } from '../../../examples/web/server/users.ts';

const ROOT = fileURLToPath(new URL('../../../examples/web', import.meta.url));

/** Password of the only user of the example. */
export const EXAMPLE_PASSWORD = 'correct horse battery';

export type ExampleWeb = {
  /** http://127.0.0.1:PORT. */
  readonly url: string;
};

/** Starts the built example frontend with its own server, and one user with this e-mail address. */
export function useExampleWeb(access: () => GatewayAccess & { email: string }): ExampleWeb {
  let outDir = '';
  let server: PreviewServer | undefined;

  beforeAll(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'participant-gateway-web-'));
    const output = { outDir, emptyOutDir: true };
    const configFile = join(ROOT, 'vite.config.ts');
    await build({ root: ROOT, configFile, logLevel: 'warn', build: output });
    const { email, ...gateway } = access();
    const users = readUsers({ GATEWAY_USER_1: `${email}:${await hashPassword(EXAMPLE_PASSWORD)}` });
    server = await preview({
      root: ROOT,
      configFile: false,
      logLevel: 'silent',
      plugins: [behindSignIn({ gateway, users })],
      build: { outDir },
      preview: { host: '127.0.0.1', port: 0 },
    });
  });
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
