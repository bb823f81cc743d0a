import type { Command } from 'commander';
import { importFiles } from '../../import/import-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { printJson, printLine, printNote } from '../terminal/print.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { readConfig } from '../terminal/read-config.ts';
import { limitHeapGrowth } from '../terminal/small-heap.ts';

type Options = { service: string; json?: boolean; dryRun?: boolean };

const NOTHING_CHANGED = 'Every line is valid. Nothing was changed. An import would store:';

const PHASES = { reading: 'Reading', storing: 'Storing' };

export function registerImportCommand(program: Command): void {
  program
    .command('import')
    .description(
      "import a service's users, questionnaires and businesses from newline-delimited JSON, in one transaction",
    )
    .argument('<file...>', 'files to import; - reads standard input, .gz is decompressed')
    .requiredOption('--service <name>', 'service that the data belongs to')
    .option('--json', 'print the counts as JSON')
    .option(
      '--dry-run',
      'validate everything and print the result of an import, without changing anything',
    )
    .action(async (files: string[], options: Options) => await runImport(files, options));
}

async function runImport(files: readonly string[], options: Options): Promise<void> {
  limitHeapGrowth();
  const config = readConfig();
  const database = await openDatabase(config);
  const bar = createProgressBar(
    '{phase} [{bar}] {percentage}% | {lines} lines | {duration_formatted}',
  );
  let unknownQuestions: readonly string[] = [];
  try {
    const counts = await importFiles({
      pool: database.pool,
      serviceName: options.service,
      files,
      quotas: config.quotas,
      mode: options.dryRun ? 'try' : 'store',
      onUnknownQuestions: (keys) => {
        unknownQuestions = keys;
      },
      onProgress: ({ phase, fraction, lines }) =>
        bar.show(fraction ?? 0, { phase: PHASES[phase], lines }),
    });
    bar.stop();
    if (options.dryRun && !options.json) printLine(NOTHING_CHANGED);
    if (unknownQuestions.length > 0)
      printNote(`Answers to questions that no template asks: ${unknownQuestions.join(', ')}`);
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
