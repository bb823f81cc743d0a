import { readFile } from 'node:fs/promises';

/**
 * Returns the fields of `/proc/PID/stat` from the state on, which is the third field in proc(5). Empty when there is no
 * such process, and on other systems than Linux.
 */
export async function readProcessStat(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command name is in parentheses and may contain anything, so that fields are counted from its end.
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}
