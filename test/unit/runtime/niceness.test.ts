import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { getLoweredNiceness, lowerThreadPriority } from '../../../src/runtime/niceness.ts';

const FILE = new URL('../../../src/runtime/niceness.ts', import.meta.url).href;

/** Priority of a thread that lowered its own. */
async function lowerInWorker(): Promise<unknown> {
  const source = `
    const { parentPort } = require('node:worker_threads');
    import('${FILE}').then(({ lowerThreadPriority }) => {
      lowerThreadPriority();
      parentPort.postMessage(require('node:os').getPriority());
    });`;
  const worker = new Worker(source, { eval: true });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  worker.once('message', resolve).once('error', reject);
  return await promise.finally(async () => await worker.terminate());
}

it('lowers the priority of a worker thread and never that of the process', async () => {
  const before = getPriority();
  const expected = process.platform === 'linux' ? getLoweredNiceness() : before;
  expect(await lowerInWorker()).toBe(expected);
  lowerThreadPriority();
  expect(getPriority()).toBe(before);
});
