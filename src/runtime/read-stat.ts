import { readFile } from 'node:fs/promises';

/**
 * Returns the fields of `/proc/PID/stat` from the state on, which is the third in proc(5); empty when there is no such
 * process or no Linux.
 */
export async function readProcessStat(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command name is in parentheses and may contain anything, so that fields are counted from its end.
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}
