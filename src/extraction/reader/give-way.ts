import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { lowerPriority } from '../../runtime/niceness.ts';

/** Linux takes one such change at a time, ten a second. */
const TRIES_MAX = 20;
const BETWEEN_MS = 150;

/**
 * Lets requests, and the database behind them, go before a process that leads a session of its own, and before its
 * threads. Not every system lets one say so: it reads as quickly as others work there.
 */
export async function giveWay(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  try {
    const niceness = lowerPriority();
    setPriority(pid, niceness);
    await giveWayAsSession(pid, niceness);
  } catch {
    // It may have ended by now.
  }
}

/**
 * Where Linux shares a core out among sessions first (`sched_autogroup_enabled`), how nice a process is counts only within
 * its own, and every process of PostgreSQL leads one: sched(7), "The autogroup feature".
 */
async function giveWayAsSession(pid: number, niceness: number): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const write = writeFile(`/proc/${pid}/autogroup`, String(niceness));
    const isOver = await write.then(() => true, isForGood);
    if (isOver) return;
    await wait(BETWEEN_MS, undefined, { ref: false });
  }
}

function isForGood(error: unknown): boolean {
  return !(error instanceof Error && 'code' in error && error.code === 'EAGAIN');
}
