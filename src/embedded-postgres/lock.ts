import { randomInt } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasCode } from '../errors.ts';
import { readProcessStartTime } from './processes.ts';

const LOCK_NAME = /^lock-(\d+)-(\w+)$/;

/** Maximum number of attempts to lock a folder, and the longest pause between two. */
const ATTEMPTS = 5;
const PAUSE_MAX_MS = 100;

export type FolderLock =
  | { kind: 'acquired'; release: () => Promise<void> }
  /** Lock of another process, or of another start in this process. */
  | { kind: 'held'; pid: number };

/**
 * Locks the data folder for this process. Each process creates its own lock file, then searches for others: when two
 * start concurrently, at least one sees the other and withdraws. Removes the files of processes that have ended.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  for (let attempt = 1; ; attempt += 1) {
    const lock = await tryLock(folder);
    if (lock.kind === 'acquired' || attempt === ATTEMPTS) return lock;
    // Two processes that withdrew for each other retry at different times.
    await wait(randomInt(PAUSE_MAX_MS));
  }
}

export function isLockName(name: string): boolean {
  return LOCK_NAME.test(name);
}

async function tryLock(folder: string): Promise<FolderLock> {
  const ownName = `lock-${process.pid}-${await readProcessStartTime(process.pid)}`;
  const path = join(folder, ownName);
  if (!(await createExclusively(path))) return { kind: 'held', pid: process.pid };
  const holder = await findOtherHolder(folder, ownName);
  const release = async () => {
    await rm(path, { force: true });
  };
  if (holder === undefined) return { kind: 'acquired', release };
  await release();
  return { kind: 'held', pid: holder };
}

async function createExclusively(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function findOtherHolder(folder: string, ownName: string): Promise<number | undefined> {
  for (const name of await readdir(folder)) {
    const [, pidText = '', startTime] = LOCK_NAME.exec(name) ?? [];
    if (name === ownName || startTime === undefined) continue;
    const pid = Number(pidText);
    if ((await readProcessStartTime(pid)) === startTime) return pid;
    await rm(join(folder, name), { force: true });
  }
  return undefined;
}
