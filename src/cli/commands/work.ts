import type { Command } from 'commander';
import { outliveSignals } from '../terminal/signals.ts';

export function registerWorkCommand(program: Command): void {
  program
    .command('work')
    .description(
      'run background jobs in a separate process; any number may run; docs/operate/jobs.md',
    )
    .action(async () => {
      outliveSignals();
      // Imported lazily: other commands start sooner without it.
      const { runWorker } = await import('../process/run-worker.ts');
      await runWorker();
    });
}
