import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inject, vi } from 'vitest';
import { runGateway } from '../../../src/cli/run-gateway.ts';
import { TEST_SIGNING_KEY } from '../gateway/callers.ts';

export type CommandResult = { code: number; stdout: string; stderr: string };

const GATEWAY = fileURLToPath(new URL('../../../src/cli/gateway.ts', import.meta.url));

/** Returns the signing key of gateways on databases of the tests. A data folder has its own. */
export function signingKeyFor(env: Record<string, string>): Record<string, string> {
  return env['DATABASE_URL'] === undefined ? {} : { TOKEN_SIGNING_KEY: TEST_SIGNING_KEY };
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line in this process, with the given environment and the signing key of the tests only: a separate
 * process would take a second to load the sources. Commands run one after the other, because they use the output,
 * environment and exit code of the process.
 */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  const running = turn.then(async () => await runHere(args, env));
  turn = running.catch(() => undefined);
  return await running;
}

async function runHere(
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  const stdout = captureOutput(process.stdout);
  const stderr = captureOutput(process.stderr);
  const outer = { env: process.env, exitCode: process.exitCode };
  process.env = { ...signingKeyFor(env), ...env };
  process.exitCode = undefined;
  try {
    await runGateway(args);
    return { code: readExitCode(), stdout: stdout.read(), stderr: stderr.read() };
  } finally {
    process.env = outer.env;
    process.exitCode = outer.exitCode;
    stdout.restore();
    stderr.restore();
  }
}

function readExitCode(): number {
  const { exitCode } = process;
  return Number(exitCode ?? 0);
}

function captureOutput(stream: NodeJS.WriteStream): { read: () => string; restore: () => void } {
  let text = '';
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk, encoding, done) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const callback = typeof encoding === 'function' ? encoding : done;
    callback?.();
    return true;
  });
  return { read: () => text, restore: () => spy.mockRestore() };
}

/** Runs the command line in a separate process, for tests of the process itself. */
export async function spawnCommand(
  args: string[],
  env: Record<string, string>,
  timeoutMs = 100_000,
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
 * Runs the command line on a pseudo-terminal of the Linux program `script`. Returns its output; undefined when the
 * program is missing.
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
