import { readProcessStat } from '../../runtime/read-process-stat.ts';

/** Resource usage of a process on Linux. Zero on other systems and for a process that does not exist. */
export type ProcessUsage = {
  residentBytes: number;
  /** User and system CPU time of all threads. */
  cpuMs: number;
};

/** Size of a memory page on x64, and by default on arm64. */
const PAGE_BYTES = 4096;
/** Linux reports CPU time in hundredths of a second, whatever the tick of the kernel. */
const MS_PER_TICK = 10;
/** Positions of the fields utime, stime and rss in the result of readProcessStat. */
const [USER, SYSTEM, RESIDENT] = [11, 12, 21];

export async function readProcessUsage(pid: number | undefined): Promise<ProcessUsage> {
  const fields = pid === undefined ? [] : await readProcessStat(pid);
  const getField = (index: number): number => Number(fields[index] ?? 0);
  return {
    residentBytes: getField(RESIDENT) * PAGE_BYTES,
    cpuMs: (getField(USER) + getField(SYSTEM)) * MS_PER_TICK,
  };
}
