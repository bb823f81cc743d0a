import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { TEST_SIGNING_KEY } from './callers.ts';

export type CommandResult = { code: number; stdout: string; stderr: string };

const GATEWAY = fileURLToPath(new URL('../../src/cli/gateway.ts', import.meta.url));

/** The signing key that gateways on databases of the tests have; a data folder has its own. */
export function signingKeyFor(env: Record<string, string>): Record<string, string> {
  return env['DATABASE_URL'] === undefined ? {} : { TOKEN_SIGNING_KEY: TEST_SIGNING_KEY };
}

/**
 * Runs the gateway's command line in a process of its own, with no environment but what is given, and the signing key of the
 * tests on their databases.
 */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  timeoutMs = 30_000,
): Promise<CommandResult> {
  return await new Promise((resolve) => {
    const options = {
      env: { NODE_COMPILE_CACHE: inject('compileCache'), ...signingKeyFor(env), ...env },
      timeout: timeoutMs,
    };
    execFile(process.execPath, [GATEWAY, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? Number.NaN);
      resolve({ code, stdout, stderr });
    });
  });
}

/**
 * The same on a terminal of its own, which the `script` of Linux makes; answers what is shown there, undefined where there is no
 * such program.
 */
export async function runOnTerminal(
  args: readonly string[],
  env: Record<string, string>,
): Promise<string | undefined> {
  const command = [process.execPath, GATEWAY, ...args].map((one) => `'${one}'`).join(' ');
  return await new Promise((resolve) => {
    const all = { NODE_COMPILE_CACHE: inject('compileCache'), TERM: 'xterm', ...env };
    execFile('script', ['-qec', command, '/dev/null'], { env: all }, (error, stdout) =>
      resolve(error?.code === 'ENOENT' ? undefined : stdout),
    );
  });
}
