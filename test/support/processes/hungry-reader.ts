import { setTimeout as wait } from 'node:timers/promises';

const MIB = 1024 * 1024;
const taken: Buffer[] = [];

/** Takes memory outside of the heap until it is ended, in the place of the program that reads documents. */
process.on('message', async () => {
  for (;;) {
    taken.push(Buffer.alloc(16 * MIB, 1));
    await wait(10);
  }
});
