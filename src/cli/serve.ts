import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { countProcesses } from './count-processes.ts';
import { readConfig } from './read-config.ts';

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the gateway at http://HOST:PORT (127.0.0.1:4000)')
    .action(serve);
}

/** Loaded here and not above: the other commands start in half the time without the two interfaces. */
async function serve(): Promise<void> {
  if (cluster.isPrimary) {
    const config = readConfig();
    const count = countProcesses(config);
    if (count > 1) {
      const { serveByProcesses } = await import('./serve-processes.ts');
      return await serveByProcesses(config, count);
    }
  }
  // V8 would come to make the parts of long answers in the old heap, where they keep each other once they are dead.
  setFlagsFromString('--no-allocation-site-pretenuring');
  const { serveGateway } = await import('./serve-gateway.ts');
  try {
    await serveGateway();
  } catch (error) {
    // Of several processes one that cannot start would else wait for word of the first.
    cluster.worker?.disconnect();
    throw error;
  }
}
