import { execFile } from 'node:child_process';
import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readProcessStat } from '../runtime/read-process-stat.ts';

/** Interval at which the end of a process is awaited. */
const POLL_MS = 20;
/** Positions of the fields in the result of readProcessStat. */
const [STATE, START_TIME] = [0, 19];
const run = promisify(execFile);

/**
 * Returns the start time of a process as text, which distinguishes it from a later process with the same id. Returns
 * undefined when the process does not exist or is a zombie.
 */
export async function readProcessStartTime(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return await readStartTimeByPs(pid);
  const fields = await readProcessStat(pid);
  return fields[STATE] === 'Z' ? undefined : fields[START_TIME];
}

async function readStartTimeByPs(pid: number): Promise<string | undefined> {
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  const text = stdout.trim().replaceAll(/[^A-Za-z0-9]+/g, '_');
  return text === '' ? undefined : text;
}

/** Returns true once none of the processes is running, false after the timeout. */
export async function waitForEnd(pids: number[], timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (await isAnyRunning(pids)) {
    if (Date.now() > deadline) return false;
    await wait(POLL_MS);
  }
  return true;
}

async function isAnyRunning(pids: number[]): Promise<boolean> {
  const times = await Promise.all(pids.map(readProcessStartTime));
  return times.some((time) => time !== undefined);
}

/** Sends a signal. Ignores errors, for example that the process has ended. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process is gone, or the wait that follows reports that it is running.
  }
}

/**
 * Finds the processes of the PostgreSQL server of this cluster by their working directory on Linux. On other systems
 * only the first process is found, by its command.
 */
export async function findServerProcesses(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return await findServerProcessesByPs(cluster);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const pidsByDirectory = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      return cwd === cluster ? [Number(pid)] : [];
    }),
  );
  return pidsByDirectory.flat();
}

async function findServerProcessesByPs(cluster: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,command=']);
  const lines = stdout.split('\n').filter((line) => line.includes(`-D ${cluster} `));
  return lines.map((line) => Number.parseInt(line, 10));
}
