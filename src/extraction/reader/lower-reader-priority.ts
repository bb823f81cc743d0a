import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { getLoweredNiceness } from '../../runtime/niceness.ts';

/**
 * Maximum number of writes to `autogroup`: Linux accepts one every tenth of a second and rejects others with EAGAIN.
 */
const ATTEMPTS_MAX = 20;
/** Delay between two writes, longer than that interval. */
const RETRY_DELAY_MS = 150;

/**
 * Lowers the CPU priority of a reader process and its threads below that of requests and the database. Does nothing on
 * systems that do not support it.
 */
export async function lowerReaderPriority(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  try {
    const niceness = getLoweredNiceness();
    setPriority(pid, niceness);
    await lowerSessionPriority(pid, niceness);
  } catch {
    // The process may have ended.
  }
}

/**
 * Lowers the priority of the session. With `sched_autogroup_enabled`, Linux shares a core among sessions first, so that
 * the niceness of a process counts only within its session, and each PostgreSQL process leads one: sched(7), "The
 * autogroup feature".
 */
async function lowerSessionPriority(pid: number, niceness: number): Promise<void> {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    const write = writeFile(`/proc/${pid}/autogroup`, String(niceness));
    const isFinished = await write.then(() => true, isPermanentError);
    if (isFinished) return;
    await wait(RETRY_DELAY_MS, undefined, { ref: false });
  }
}

function isPermanentError(error: unknown): boolean {
  return !(error instanceof Error && 'code' in error && error.code === 'EAGAIN');
}
