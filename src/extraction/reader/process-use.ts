import { readProcessStat } from '../../runtime/read-stat.ts';

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

export async function useOf(pid: number | undefined): Promise<ProcessUse> {
  const fields = pid === undefined ? [] : await readProcessStat(pid);
  const at = (place: number): number => Number(fields[place] ?? 0);
  return {
    residentBytes: at(RESIDENT) * PAGE_BYTES,
    coreMs: (at(USER) + at(SYSTEM)) * MS_A_TICK,
  };
}
