import cluster from 'node:cluster';
import { enableCompileCache, findPackageJSON } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { countProcesses } from '../process/count-processes.ts';
import { readConfig } from '../terminal/read-config.ts';
import { ignoreSignals } from '../terminal/signals.ts';

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the gateway at http://HOST:PORT (127.0.0.1:4000)')
    .action(serve);
}

/** Heap limit from which V8 itself lets the heap grow to at least twice the size of its live objects. */
const TWO_GB = 2 ** 31;

/** Starts the server, in several processes if configured. Imports lazily: other commands start in half the time. */
async function serve(): Promise<void> {
  ignoreSignals();
  if (cluster.isPrimary) {
    const config = readConfig();
    const count = countProcesses(config);
    if (count > 1) {
      const { serveByProcesses } = await import('../process/serve-processes.ts');
      return await serveByProcesses(config, count);
    }
  }
  // Otherwise V8 starts to allocate parts of long responses in the old generation, where garbage references keep other
  // garbage alive until a full collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // Otherwise the marking threads of the garbage collector use every core and delay the main thread.
  const markers = Math.max(1, availableParallelism() - 1);
  setFlagsFromString(`--concurrent-marking-max-worker-num=${markers}`);
  // Otherwise V8 runs a full collection of a 512 MB heap each time it has grown by two fifths: under load, four times a
  // second.
  if (getHeapStatistics().heap_size_limit < TWO_GB)
    setFlagsFromString('--heap-growing-percent=100');
  // A cache that cannot be written is skipped.
  enableCompileCache(COMPILE_CACHE_DIR);
  const { serveGateway } = await import('../process/serve-gateway.ts');
  try {
    await serveGateway();
  } catch (error) {
    // An open channel to the parent process would otherwise keep a process alive that cannot start.
    cluster.worker?.disconnect();
    throw error;
  }
}

/**
 * Directory of the compile cache, which the next start reads instead of compiling the modules again. It lies in
 * node_modules, because the cache is executed as well: an account that may write there determines the executed code
 * anyway.
 */
const COMPILE_CACHE_DIR = join(
  dirname(findPackageJSON(import.meta.url) ?? ''),
  'node_modules/.cache/compiled',
);
