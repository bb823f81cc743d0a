import { forbidNetwork } from './forbid-network.ts';
import type { ReadingAnswer, ReadingProgress, ReadingTask } from './reading-task.ts';

/**
 * The process that reads: started by the pool, one task at a time. What it reads may be made to break it, so it has no
 * database, no secrets and no network, and ends itself where it grows too large.
 */
forbidNetwork();
const { readPicture } = await import('./read-picture.ts');
const { readScannedPdf } = await import('./read-scanned-pdf.ts');
const { createTextEngine } = await import('./text-engine.ts');

const MAX_BYTES = 600 * 2 ** 20;
const LOOK_EVERY_MS = 200;
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) process.exit(OUT_OF_MEMORY);
}, LOOK_EVERY_MS).unref();
const OUT_OF_MEMORY = 137;

const engine = createTextEngine();

export async function read(task: ReadingTask): Promise<ReadingAnswer> {
  try {
    const { bytes } = task;
    if (task.kind === 'picture')
      return { document: await readPicture({ bytes, mediaType: task.mediaType }, engine) };
    return { document: await readScannedPdf({ bytes, pages: task.pages, onPage: tell }, engine) };
  } catch (error) {
    const isEncrypted = error instanceof Error && error.name === 'PasswordException';
    return { failure: isEncrypted ? 'encrypted' : 'unreadable' };
  }
}

function tell(done: number): void {
  const progress: ReadingProgress = { done };
  process.send?.(progress);
}
