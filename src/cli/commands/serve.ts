import cluster from 'node:cluster';
import { enableCompileCache, findPackageJSON } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { countProcesses } from '../process/count-processes.ts';
import { readConfig } from '../terminal/read-config.ts';
import { outliveSignals } from '../terminal/signals.ts';

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the gateway at http://HOST:PORT (127.0.0.1:4000)')
    .action(serve);
}

/** Heap size from which V8 lets the heap grow to at least twice its live size by itself. */
const TWO_GB = 2 ** 31;

/** Starts the server. Imports lazily: other commands start in half the time without the two interfaces. */
async function serve(): Promise<void> {
  outliveSignals();
  if (cluster.isPrimary) {
    const config = readConfig();
    const count = countProcesses(config);
    if (count > 1) {
      const { serveByProcesses } = await import('../process/serve-processes.ts');
      return await serveByProcesses(config, count);
    }
  }
  // V8 would otherwise start to allocate parts of long responses in the old generation, where dead parts keep each
  // other alive.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // Marking threads of the garbage collector would otherwise use every core, and delay the main thread.
  const markers = Math.max(1, availableParallelism() - 1);
  setFlagsFromString(`--concurrent-marking-max-worker-num=${markers}`);
  // Otherwise a heap of 512 MB is collected in full each time it has grown by two fifths, four times a second under
  // load.
  if (getHeapStatistics().heap_size_limit < TWO_GB)
    setFlagsFromString('--heap-growing-percent=100');
  // A cache that cannot be written is skipped.
  enableCompileCache(COMPILED);
  const { serveGateway } = await import('../process/serve-gateway.ts');
  try {
    await serveGateway();
  } catch (error) {
    // A process that cannot start would otherwise wait for a message of the first one.
    cluster.worker?.disconnect();
    throw error;
  }
}

/**
 * Cache of compiled modules without their types, which the next start reads instead of compiling again. It is among the
 * packages, whose writers determine the executed code anyway.
 */
const COMPILED = join(
  dirname(findPackageJSON(import.meta.url) ?? ''),
  'node_modules/.cache/compiled',
);
