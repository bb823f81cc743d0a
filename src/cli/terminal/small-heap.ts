import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap small in commands that read much once: what they read is garbage as soon as it is sent, and larger
 * heaps take 50 to 450 MB more and save no time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=35');
}
