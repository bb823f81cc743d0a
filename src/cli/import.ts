import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { type ImportProgress, importFiles } from '../import/import-files.ts';
import { openDatabase } from './open-database.ts';
import { printJson, printLine } from './print.ts';
import { readConfig } from './read-config.ts';

type Options = { service: string; json?: boolean };

export function registerImportCommand(program: Command): void {
  program
    .command('import')
    .description(
      "load a service's users, questionnaires and businesses from newline-delimited JSON, all of it or nothing",
    )
    .argument('<file...>', 'files to load together; - is standard input, .gz is unpacked')
    .requiredOption('--service <name>', 'the service that the data belongs to')
    .option('--json', 'print the counts as JSON')
    .action(async (files: string[], options: Options) => await runImport(files, options));
}

async function runImport(files: readonly string[], options: Options): Promise<void> {
  const database = await openDatabase(readConfig());
  const bar = createBar();
  try {
    const counts = await importFiles({
      pool: database.pool,
      serviceName: options.service,
      files,
      onProgress: bar.show,
    });
    bar.stop();
    if (options.json) printJson(counts);
    else printLine(describeCounts(counts));
  } finally {
    bar.stop();
    await database.close();
  }
}

type Bar = { show: (progress: ImportProgress) => void; stop: () => void };

/** On a terminal only: a log or a pipe gets nothing but the last line. */
function createBar(): Bar {
  if (!process.stderr.isTTY) return { show: () => undefined, stop: () => undefined };
  const format = '{phase} [{bar}] {percentage}% | {lines} lines | {duration_formatted}';
  const bar = new SingleBar({ format, stream: process.stderr }, Presets.shades_classic);
  const texts = { reading: 'Reading', storing: 'Storing' };
  return {
    show: ({ phase, share, lines }) => {
      const payload = { phase: texts[phase], lines };
      if (!bar.isActive) bar.start(100, 0, payload);
      bar.update(Math.floor((share ?? 0) * 100), payload);
    },
    stop: () => bar.stop(),
  };
}

function describeCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(' ');
}
