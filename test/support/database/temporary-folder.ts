import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';

/** Minimum free space, several times the size of the data of a run. */
const BYTES_MIN = 4 * 1024 ** 3;

/**
 * Returns the folder for temporary files of tests: in memory, when the machine has a large enough one that allows
 * programs, which makes the run a sixth shorter; otherwise that of the system.
 */
export function chooseTemporaryFolder(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const [, , , options = 'noexec'] =
      mounts.find((line) => line.split(' ')[1] === IN_MEMORY)?.split(' ') ?? [];
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return !options.split(',').includes('noexec') && bavail * bsize >= BYTES_MIN
      ? IN_MEMORY
      : tmpdir();
  } catch {
    return tmpdir();
  }
}
