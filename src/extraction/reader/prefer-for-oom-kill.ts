import { writeFile } from 'node:fs/promises';

/** Maximum of proc_pid_oom_score_adj(5). */
const OOM_SCORE_MAX = '1000';

/** Makes the process the first victim of the OOM killer: a document is lost instead of the gateway. */
export async function preferForOomKill(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  // The file exists on Linux only, and the process may have ended.
  await writeFile(`/proc/${pid}/oom_score_adj`, OOM_SCORE_MAX).catch(() => undefined);
}
