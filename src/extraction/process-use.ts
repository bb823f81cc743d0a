import { readFile } from 'node:fs/promises';

/** What Linux says of a process; zeros elsewhere, and of none. */
export type ProcessUse = {
  residentBytes: number;
  /** Of all its threads, user and system time. */
  coreMs: number;
};

const PAGE_BYTES = 4096;
/** Linux counts in hundredths of a second, whatever the kernel's own tick. */
const MS_A_TICK = 10;
const [USER, SYSTEM, RESIDENT] = [11, 12, 21];

/** See proc(5), `/proc/pid/stat`. */
export async function useOf(pid: number | undefined): Promise<ProcessUse> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name stands in parentheses and may hold anything.
  const numbers = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (place: number): number => numbers[place] ?? 0;
  return {
    residentBytes: at(RESIDENT) * PAGE_BYTES,
    coreMs: (at(USER) + at(SYSTEM)) * MS_A_TICK,
  };
}
