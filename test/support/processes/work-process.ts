import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { CONNECT_TIMEOUT_MS } from '../database/test-pool.ts';

export type WorkProcess = {
  child: ChildProcess;
  logs: () => string;
  /** Sends the signal and answers the exit code, null after SIGKILL. */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
};

const GATEWAY = fileURLToPath(new URL('../../../src/cli/gateway.ts', import.meta.url));

/** Starts `work` in a separate process with the given environment only. Resolves once it runs. */
export async function startWork(
  env: Record<string, string>,
  ...options: string[]
): Promise<WorkProcess> {
  const child = spawn(process.execPath, [GATEWAY, 'work', ...options], {
    env: {
      NODE_COMPILE_CACHE: inject('compileCache'),
      CONNECT_TIMEOUT_MS: String(CONNECT_TIMEOUT_MS),
      ...env,
    },
  });
  let logs = '';
  const exit = once(child, 'close').then(() => child.exitCode);
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await exit;
  };
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop('SIGTERM');
  });
  const { promise: runs, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      logs += chunk.toString();
      if (logs.includes('The worker is running')) resolve();
    });
  void exit.then((code) => reject(new Error(`work ended with ${code}: ${logs}`)));
  await runs;
  return { child, logs: () => logs, stop };
}
