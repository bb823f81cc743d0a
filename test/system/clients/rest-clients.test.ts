import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { useDemoGateway } from '../../support/gateway/demo-gateway.ts';

const gateway = useDemoGateway();
const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const FOLDER = at('test/system/generators/');
const OPENAPI = `${FOLDER}made/openapi.json`;
/** Ours before theirs: clients are compiled by the compiler of the project, not by the one that generators need. */
const PATH = [
  dirname(process.execPath),
  at('node_modules/.bin'),
  at('test/system/node_modules/.bin'),
  process.env['PATH'],
].join(':');

/** Runs a command as a user of a generator would, beside what it makes; what fails says why. */
async function run(command: string, args: string[], env: object = {}): Promise<string> {
  const { authorization = '', 'x-api-key': apiKey = '' } = gateway.headers;
  const { stdout } = await promisify(execFile)(command, args, {
    cwd: FOLDER,
    env: {
      ...process.env,
      PATH,
      OPENAPI_FILE: OPENAPI,
      GATEWAY_URL: gateway.url,
      GATEWAY_TOKEN: authorization.slice('Bearer '.length),
      GATEWAY_API_KEY: apiKey,
      ...env,
    },
  }).catch((cause: unknown) => {
    const said = cause instanceof Error && 'stdout' in cause ? String(cause.stdout) : '';
    throw new Error(`${command} failed.\n${said}`, { cause });
  });
  return stdout;
}

beforeAll(async () => {
  await rm(`${FOLDER}made`, { recursive: true, force: true });
  await mkdir(`${FOLDER}made`);
  const reply = await fetch(`${gateway.url}/api/v4/openapi.json`);
  await writeFile(OPENAPI, await reply.text());
  await Promise.all([
    run('openapi-typescript', [OPENAPI, '--output', 'made/openapi-typescript.ts']),
    run('openapi-ts', ['-i', OPENAPI, '-o', 'made/hey-api', '-c', '@hey-api/client-fetch']),
    run('orval', ['--config', 'orval.config.ts']),
  ]);
  await run('tsc', ['--project', '.']);
});

it.each([
  ['openapi-fetch', 600_001],
  ['hey-api', 600_002],
  ['orval', 600_003],
])('a client of %s compiles, and tells what the gateway answers by its types', async (name, id) => {
  const story: unknown = JSON.parse(
    await run('node', [`made/compiled/callers/${name}.js`], { BUSINESS_ID: `${id}` }),
  );
  expect(story).toEqual({
    tokenType: 'Bearer',
    participants: {
      FIS: ['Rodrigo', 'Mariana'],
      MOR: ['Desarrollos Jardines del Valle, S.A. de C.V.', 'Inmobiliaria Cumbres de Papel, S.C.'],
    },
    nothing: 'Business without data',
    issues: [{ path: ['participantes', '0', 'nombre'], code: 'too_short' }],
    created: [1],
    isReplay: true,
    file: 'concepto,monto\nAgua,412.50\nLuz,980.00\n',
    refusal: 'invalid_request',
  });
});
