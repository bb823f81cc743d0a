import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CallerHeaders } from './headers.ts';
import { ATTACKED_LISTS } from './lists.ts';
import { EMAIL, LINES } from './rows.ts';

/** The folder of the gateway that is attacked; another commit's may be named, so that both meet the same scripts. */
const TREE = process.env['GATEWAY_DIR'] ?? fileURLToPath(new URL('..', import.meta.url));
const LOOP_WATCH = new URL('loop-watch.ts', import.meta.url).href;
const COMMAND = join(TREE, 'src/cli/gateway.ts');

/** A database with two services, in a folder of its own. */
export type Prepared = {
  dataDir: string;
  attacker: CallerHeaders;
  victim: CallerHeaders;
  remove: () => Promise<void>;
};

/** Makes the services and loads their rows by the command line, as an operator would. */
export async function prepareServices(): Promise<Prepared> {
  const dataDir = await mkdtemp(join(tmpdir(), 'attack-'));
  const lines = await mkdtemp(join(tmpdir(), 'attack-lines-'));
  const addService = async (name: 'attacker' | 'victim'): Promise<CallerHeaders> => {
    const added = await runCommand(dataDir, ['service', 'add', name, '--json']);
    const apiKey = /"api_key":"([^"]+)"/.exec(added)?.[1] ?? '';
    const file = join(lines, `${name}.ndjson`);
    await writeFile(file, LINES[name]);
    await runCommand(dataDir, ['import', '--service', name, file]);
    const grant = ['--service', name, '--email', EMAIL, '--ttl', '86400'];
    const token = await runCommand(dataDir, ['token', ...grant]);
    return { authorization: `Bearer ${token.trim()}`, 'x-api-key': apiKey, service: name };
  };
  const attacker = await addService('attacker');
  const victim = await addService('victim');
  await rm(lines, { recursive: true });
  const remove = async (): Promise<void> =>
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return { dataDir, attacker, victim, remove };
}

/** Loads lists, as an operator would. */
export async function loadLists({ dataDir }: Prepared): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'attack-lists-'));
  for (const { code, service, file } of ATTACKED_LISTS) {
    const path = 'path' in file ? file.path : join(folder, file.name);
    if ('text' in file) await writeFile(path, file.text);
    const owner = service === undefined ? [] : ['--service', service];
    await runCommand(dataDir, ['lists', 'import', code, path, '--as-of', LISTS_DAY, ...owner]);
  }
  await rm(folder, { recursive: true });
}

const LISTS_DAY = '2025-01-31';

async function runCommand(dataDir: string, args: string[]): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [COMMAND, ...args], { env: envOf(dataDir) });
  return stdout;
}

function envOf(dataDir: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
}

export type Running = {
  url: string;
  /** The most memory that the process has held so far, in bytes, as Linux counts it. */
  peakBytes: () => number;
  /** The time of processors that the process has used so far, in milliseconds, as Linux counts it in ticks of ten. */
  cpuMs: () => number;
  /** Forgets for how long its loop was held so far. */
  forgetHeld: () => void;
  /** For how long its loop was held at most, in milliseconds of its processor. */
  heldMs: () => Promise<number>;
  /** How it ended by itself; undefined while it lives. */
  death: () => string | undefined;
  stop: () => Promise<void>;
};

/** Further options of Node for the gateway, such as --cpu-prof. */
const OPTIONS = (process.env['GATEWAY_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean);

const STOP_MS = 45_000;
const POLL_MS = 50;

/** The gateway in a process of its own, started as `npm start` does. */
export async function startGateway(
  { dataDir }: Prepared,
  { heapMb, env = {} }: { heapMb?: number; env?: Record<string, string> },
): Promise<Running> {
  const heap = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  const options = ['--max-semi-space-size=32', `--import=${LOOP_WATCH}`, ...heap, ...OPTIONS];
  const child = spawn(process.execPath, [...options, COMMAND, 'serve'], {
    env: { ...envOf(dataDir), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let death: string | undefined;
  child.once('exit', (code, signal) => {
    death = signal ?? `exit code ${code}`;
  });
  let peak = 0;
  const readPeak = (): number => {
    peak = Math.max(peak, peakOf(child.pid));
    return peak;
  };
  const timer = setInterval(readPeak, POLL_MS);
  const url = await findUrl(child);
  return {
    url,
    peakBytes: readPeak,
    cpuMs: () => cpuOf(child.pid),
    forgetHeld: () => void child.send('forget', () => undefined),
    heldMs: async () => (death === undefined ? await askHeld(child) : Number.NaN),
    death: () => death,
    stop: async () => {
      clearInterval(timer);
      if (death !== undefined) return;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await once(child, 'exit');
      clearTimeout(late);
    },
  };
}

/** NaN where the process ends before it answers. */
async function askHeld(child: ChildProcess): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  child.once('message', (message) => {
    const isTold = typeof message === 'object' && 'worstMs' in message;
    resolve(isTold ? Number(message.worstMs) : Number.NaN);
  });
  child.once('exit', () => resolve(Number.NaN));
  child.send('tell', () => undefined);
  return await promise;
}

/** Waits for the line that says where it listens; what comes after it is read and forgotten. */
async function findUrl(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    if (text.length < 10_000) text += chunk.toString();
    const url = /runs at (http:\S+)/.exec(text)?.[1];
    if (url !== undefined) resolve(url);
  });
  child.stderr?.resume();
  child.once('exit', () => reject(new Error(`The gateway did not start: ${text}`)));
  return await promise;
}

/** 0 where there is no such process, or no Linux. */
function peakOf(pid = 0): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const TICK_MS = 10;

/** Of all its threads; 0 where there is no such process, or no Linux. */
function cpuOf(pid = 0): number {
  try {
    // The name of the program, in brackets, may hold blanks.
    const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = numbers.split(' ').slice(11, 13).map(Number);
    return ((user ?? 0) + (system ?? 0)) * TICK_MS;
  } catch {
    return 0;
  }
}
