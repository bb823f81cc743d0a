import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DATA_FOLDER } from './data-folder.ts';
import { getTextMember } from './json.ts';
import { onCores } from './pinning.ts';
import { readMemory } from './proc.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const run = promisify(execFile);

/** Sources of the gateway, by default those beside this folder. */
export const GATEWAY_DIR: string = resolve(
  process.env['GATEWAY_DIR'] ?? fileURLToPath(new URL('../..', import.meta.url)),
);

export const SERVICE = 'bench';
const EMAIL = 'user1@example.test';
const A_DAY = '86400';

/** Headers of a caller. */
export type Headers = Record<string, string>;

/** Arguments of Node in `npm start` and `npm run gateway`, including its flags. */
const START: readonly string[] = nodeArgumentsOf('start');
const COMMAND: readonly string[] = nodeArgumentsOf('gateway');

function nodeArgumentsOf(script: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(`${GATEWAY_DIR}/package.json`, 'utf8'));
  const words = getTextMember(manifest, 'scripts', script).split(' ');
  return words.filter((word) => word !== 'exec' && word !== 'node');
}

/** Runs a command of the gateway on a database and returns its standard output. */
export async function runGateway(databaseUrl: string, args: readonly string[]): Promise<string> {
  const [file, rest] = onCores('server', [process.execPath, ...COMMAND, ...args]);
  const { stdout } = await run(file, rest, {
    cwd: GATEWAY_DIR,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

const SAMPLE_MS = 20;

/** Duration of a command in milliseconds, and its peak memory in bytes. */
type Spent = { ms: number; peakMemory: number };

/** Measures the import of a file. */
export async function runImport(databaseUrl: string, file: string): Promise<Spent> {
  return await runMeasured(databaseUrl, ['import', '--service', SERVICE, file]);
}

/** Measures a command of the gateway. Throws when it fails. */
export async function runMeasured(databaseUrl: string, words: readonly string[]): Promise<Spent> {
  const [program, args] = onCores('server', [process.execPath, ...COMMAND, ...words]);
  const startedAt = performance.now();
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  const child = spawn(program, args, { cwd: GATEWAY_DIR, env, stdio: 'ignore' });
  let peakMemory = 0;
  const sampling = setInterval(() => {
    peakMemory = Math.max(peakMemory, readMemory(child.pid ?? 0).peak);
  }, SAMPLE_MS);
  await once(child, 'exit');
  clearInterval(sampling);
  if (child.exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${child.exitCode}.`);
  return { ms: performance.now() - startedAt, peakMemory };
}

/** Creates a key of the benchmark service and a token of one of its users, and returns the headers. */
export async function createHeaders(databaseUrl: string): Promise<Headers> {
  const keyCommand = `service key add ${SERVICE} --json`;
  const tokenCommand = `token --service ${SERVICE} --email ${EMAIL} --ttl ${A_DAY} --json`;
  const key: unknown = JSON.parse(await runGateway(databaseUrl, keyCommand.split(' ')));
  const token: unknown = JSON.parse(await runGateway(databaseUrl, tokenCommand.split(' ')));
  return {
    authorization: `Bearer ${getTextMember(token, 'access_token')}`,
    'x-api-key': getTextMember(key, 'api_key'),
    service: SERVICE,
  };
}

/** Limits that no run reaches within a minute, so that consumption is counted but never rejected. */
const BUDGETS = {
  COST_BUDGET: String(2 ** 31 - 1),
  REQUEST_BUDGET: String(2 ** 31 - 1),
  TOKEN_BUDGET: String(2 ** 31 - 1),
};

/** Data folder outside of the tree of the gateway. */
const DATA_DIR = join(DATA_FOLDER, 'gateway');

/** Options of Node for profiling the gateway only. */
const NODE_OPTIONS = { NODE_OPTIONS: process.env['GATEWAY_NODE_OPTIONS'] ?? '' };

export type GatewayOptions = {
  name?: string;
  cores?: 'server' | 'all';
  /** Additional environment variables. */
  env?: Record<string, string>;
};

/** Starts the gateway on a database as `npm start` does, with authentication, limits and access log. */
export async function startGateway(
  databaseUrl: string,
  { env = {}, ...options }: GatewayOptions = {},
): Promise<ServerProcess> {
  return await startServerProcess({
    name: 'gateway',
    args: START,
    cwd: GATEWAY_DIR,
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR,
      DRAIN_DELAY_MS: '0',
      ...BUDGETS,
      ...NODE_OPTIONS,
      ...env,
    },
    ...options,
  });
}

/** Starts the gateway on its own embedded PostgreSQL, which it creates on the first start. */
export async function startGatewayEmbedded(dataDir: string): Promise<ServerProcess> {
  const env = { DATA_DIR: dataDir };
  return await startServerProcess({
    name: 'gateway',
    args: START,
    cwd: GATEWAY_DIR,
    env,
    cores: 'all',
  });
}
