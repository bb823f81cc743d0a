import { type Command, Option } from 'commander';
import { ignoreSignals } from '../terminal/signals.ts';

type WorkOptions = { only?: 'documents' };

export function registerWorkCommand(program: Command): void {
  program
    .command('work')
    .description(
      'run background jobs in a separate process; any number may run; docs/operate/jobs.md',
    )
    .addOption(
      new Option(
        '--only <jobs>',
        'the jobs to run, instead of all; documents: read documents',
      ).choices(['documents']),
    )
    .action(async (options: WorkOptions) => {
      ignoreSignals();
      // Imported lazily: other commands start sooner without it.
      const { runWorker } = await import('../process/run-worker.ts');
      await runWorker(options);
    });
}
