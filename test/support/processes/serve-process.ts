import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { CONNECT_TIMEOUT_MS } from '../database/test-pool.ts';
import { signingKeyFor } from './run-command.ts';

export type ServeProcess = {
  child: ChildProcess;
  /** Everything on standard output so far, and on standard error. */
  output: () => { stdout: string; stderr: string };
  /** The address once it is served; rejects where the process ends before. */
  url: Promise<string>;
  /** Sends the signal and answers the exit code, null after SIGKILL. */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
  exit: Promise<number | null>;
};

export const GATEWAY: string = fileURLToPath(
  new URL('../../../src/cli/gateway.ts', import.meta.url),
);

/**
 * Starts `serve` in a separate process on a free port, with the given environment and the signing key of the tests
 * only. `launcher` is a command that runs the command in its arguments; `gateway` is the file to run.
 */
export function startServe(
  env: Record<string, string>,
  launcher: readonly string[] = [],
  gateway: string = GATEWAY,
): ServeProcess {
  const [program, ...args] = [...launcher, process.execPath, gateway, 'serve'];
  const child = spawn(program, args, {
    env: {
      PORT: '0',
      DRAIN_DELAY_MS: '0',
      WARM_UP_MS: '0',
      CONNECT_TIMEOUT_MS: String(CONNECT_TIMEOUT_MS),
      NODE_COMPILE_CACHE: inject('compileCache'),
      ...signingKeyFor(env),
      ...env,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const exit = once(child, 'close').then(() => child.exitCode);
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const [, found] = /runs at (http:\S+)\n/.exec(stdout) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exit.then((code) => reject(new Error(`serve ended with ${code}: ${stderr}`)));
  });
  // Whoever does not await it is not surprised by its rejection.
  url.catch(() => undefined);
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await exit;
  };
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop('SIGTERM');
  });
  return { child, output: () => ({ stdout, stderr }), url, stop, exit };
}

/** Runs the printed curl command that contains `path`. */
export async function sendPrinted(stdout: string, path: string): Promise<unknown> {
  const command = stdout.split('\n\n').find((part) => part.includes('curl') && part.includes(path));
  const [target = ''] = /http:[^\s']+/.exec(command ?? '') ?? [];
  const headers = [...(command ?? '').matchAll(/-H '([^:]+): ([^']+)'/g)];
  const body = /-d '([^']+)'/.exec(command ?? '')?.[1];
  const reply = await fetch(target, {
    headers: Object.fromEntries(headers.map(([, name = '', value = '']) => [name, value])),
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  return await reply.json();
}
