import type { Command } from 'commander';

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the gateway at http://HOST:PORT (127.0.0.1:4000)')
    .action(serve);
}

/** Loaded here and not above: the other commands start in half the time without the two interfaces. */
async function serve(): Promise<void> {
  const { serveGateway } = await import('./serve-gateway.ts');
  await serveGateway();
}
