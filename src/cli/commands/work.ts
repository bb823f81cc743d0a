import type { Command } from 'commander';
import { ignoreSignals } from '../terminal/signals.ts';

export function registerWorkCommand(program: Command): void {
  program
    .command('work')
    .description(
      'run background jobs in a separate process; any number may run; docs/operate/jobs.md',
    )
    .action(async () => {
      ignoreSignals();
      // Imported lazily: other commands start sooner without it.
      const { runWorker } = await import('../process/run-worker.ts');
      await runWorker();
    });
}
