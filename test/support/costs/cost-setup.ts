import { afterAll } from 'vitest';
import { type ProcessorTime, readProcessorTime } from './processor-time.ts';

declare module 'vitest' {
  export interface TaskMeta {
    /** Seconds of processor that a file took: of the test process, and of processes that it started and that ended. */
    cost?: ProcessorTime;
  }
}

// Evaluated again for each file, before its imports.
const before = readProcessorTime();

// oxlint-disable-next-line eslint/no-empty-pattern -- Hooks take fixtures there, by their names only.
afterAll(({}, suite) => {
  const after = readProcessorTime();
  if (before === undefined || after === undefined) return;
  suite.meta.cost = { self: after.self - before.self, children: after.children - before.children };
});
