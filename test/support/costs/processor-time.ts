import { readFileSync } from 'node:fs';

/** CPU seconds of this process, and of its ended children with their descendants. */
export type ProcessorTime = { self: number; children: number };

/** Linux reports CPU time in hundredths of a second, for any kernel tick: proc(5), `/proc/pid/stat`. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU time; undefined on a system without /proc. */
export function readProcessorTime(): ProcessorTime | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The program name is in parentheses and may contain spaces. utime is the 12th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
    return {
      self: (user + system) / TICKS_PER_SECOND,
      children: (childUser + childSystem) / TICKS_PER_SECOND,
    };
  } catch {
    return undefined;
  }
}
