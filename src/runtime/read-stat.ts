import { readFile } from 'node:fs/promises';

/**
 * Reads the fields of `/proc/PID/stat` from the state on, which is the third field of proc(5). Empty when there is no
 * such process, or on another system.
 */
export async function readProcessStat(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command's name stands in parentheses and may hold anything, so fields count from its end.
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}
