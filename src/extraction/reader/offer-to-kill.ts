import { writeFile } from 'node:fs/promises';

/** The highest of proc_pid_oom_score_adj(5). */
const FIRST = '1000';

/** Has Linux end the process before any other where memory runs out: a document is lost instead of the gateway. */
export async function offerToKill(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  // Not every system has it, and the process may have ended.
  await writeFile(`/proc/${pid}/oom_score_adj`, FIRST).catch(() => undefined);
}
