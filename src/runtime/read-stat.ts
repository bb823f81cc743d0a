import { readFile } from 'node:fs/promises';

/**
 * What Linux says of a process in `/proc/PID/stat`, field by field from its state on, which is the third of proc(5); none
 * where there is no such process, or no Linux.
 */
export async function readProcessStat(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command's name stands in parentheses and may hold anything, so fields count from its end.
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}
