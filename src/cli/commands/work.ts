import type { Command } from 'commander';
import { outliveSignals } from '../terminal/signals.ts';

export function registerWorkCommand(program: Command): void {
  program
    .command('work')
    .description(
      'do queued jobs in a process of its own, beside any number of others; docs/jobs.md',
    )
    .action(async () => {
      outliveSignals();
      // Loaded here: the other commands start sooner without it.
      const { runWorker } = await import('../process/run-worker.ts');
      await runWorker();
    });
}
