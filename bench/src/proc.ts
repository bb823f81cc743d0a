import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second, for any kernel tick. */
const MICROSECONDS_A_TICK = 10_000;

/** Returns the user and system CPU time of all threads of a process in µs; 0 without /proc. */
export function readCpuMicroseconds(pid: number): number {
  const [, , , , , , , , , , , user = 0, system = 0] = statOf(pid);
  return (user + system) * MICROSECONDS_A_TICK;
}

/**
 * Returns the CPU time of a process, its ended children and its running descendants, for example the backends of
 * PostgreSQL.
 */
export function readTreeCpuMicroseconds(pid: number): number {
  const [, , , , , , , , , , , user = 0, system = 0, gone = 0, goneSystem = 0] = statOf(pid);
  const own = (user + system + gone + goneSystem) * MICROSECONDS_A_TICK;
  return childrenOf(pid).reduce((sum, child) => sum + readTreeCpuMicroseconds(child), own);
}

export type Memory = {
  /** Resident memory in bytes. */
  resident: number;
  /** Peak resident memory in bytes. */
  peak: number;
};

/** Returns the memory of a process; zeros when it does not exist or there is no /proc. */
export function readMemory(pid: number): Memory {
  const text = read(`/proc/${pid}/status`);
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
  return { resident: bytes('VmRSS'), peak: bytes('VmHWM') };
}

export function parentOf(pid: number): number {
  return statOf(pid)[1] ?? 0;
}

/** Returns the fields after the program name, which is in parentheses and may contain any character: proc(5). */
function statOf(pid: number): number[] {
  const text = read(`/proc/${pid}/stat`);
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

export function childrenOf(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`);
  const texts = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
