import { setFlagsFromString } from 'node:v8';

/**
 * For commands that read much once: what they read is garbage as soon as it is sent, and heaps that grow with it take 50 to 450 MB
 * more and save no time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=35');
}
