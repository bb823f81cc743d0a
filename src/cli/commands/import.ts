import type { Command } from 'commander';
import { importFiles } from '../../import/import-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { printJson, printLine } from '../terminal/print.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { readConfig } from '../terminal/read-config.ts';
import { keepHeapSmall } from '../terminal/small-heap.ts';

type Options = { service: string; json?: boolean; dryRun?: boolean };

const NOTHING_CHANGED = 'Every line is valid. Nothing was changed; an import would do this:';

const PHASES = { reading: 'Reading', storing: 'Storing' };

export function registerImportCommand(program: Command): void {
  program
    .command('import')
    .description(
      "load a service's users, questionnaires and businesses from newline-delimited JSON, all of it or nothing",
    )
    .argument('<file...>', 'files to load together; - is standard input, .gz is unpacked')
    .requiredOption('--service <name>', 'the service that the data belongs to')
    .option('--json', 'print the counts as JSON')
    .option('--dry-run', 'check everything and tell what it would do, but change nothing')
    .action(async (files: string[], options: Options) => await runImport(files, options));
}

async function runImport(files: readonly string[], options: Options): Promise<void> {
  keepHeapSmall();
  const config = readConfig();
  const database = await openDatabase(config);
  const bar = createProgressBar(
    '{phase} [{bar}] {percentage}% | {lines} lines | {duration_formatted}',
  );
  try {
    const counts = await importFiles({
      pool: database.pool,
      serviceName: options.service,
      files,
      quotas: config.quotas,
      mode: options.dryRun ? 'try' : 'store',
      onProgress: ({ phase, share, lines }) =>
        bar.show(share ?? 0, { phase: PHASES[phase], lines }),
    });
    bar.stop();
    if (options.dryRun && !options.json) printLine(NOTHING_CHANGED);
    if (options.json) printJson(counts);
    else printLine(describeCounts(counts));
  } finally {
    bar.stop();
    await database.close();
  }
}

function describeCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(' ');
}
