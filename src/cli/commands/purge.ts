import type { Command } from 'commander';
import { type PurgeReport, purgeDeleted } from '../../resolvers/deletion/purge-deleted.ts';
import { withDatabase } from '../database/with-database.ts';
import { printJson, printLine } from '../terminal/print.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';

type Options = { full?: boolean; json?: boolean };

export function registerPurgeCommand(program: Command): void {
  program
    .command('purge')
    .description(
      'remove what deleted rows have left in the tables (VACUUM); needs their owner. docs/deletion.md says what else to do',
    )
    .option('--full', 'write each table into a new file; nobody can use it meanwhile')
    .option(
      '--json',
      'print {"tables":[{"table":…,"bytes_before":…,"bytes_after":…,"dead_rows":…,"kept_samples":…}, …],"skipped":[…]}',
    )
    .action(purge);
}

async function purge({ full, json }: Options): Promise<void> {
  const bar = createProgressBar('{table} [{bar}] {percentage}% | {duration_formatted}');
  await withDatabase(async (db) => {
    try {
      const report = await purgeDeleted(db, {
        mode: full ? 'anew' : 'in place',
        onProgress: ({ table, share }) => bar.show(share, { table }),
      });
      bar.stop();
      if (json) printJson(toFields(report));
      else printReport(report);
    } finally {
      bar.stop();
    }
  });
}

function toFields({ tables, skipped }: PurgeReport): object {
  return {
    tables: tables.map(({ table, bytesBefore, bytesAfter, deadRows, keptSamples }) => ({
      table,
      bytes_before: bytesBefore,
      bytes_after: bytesAfter,
      dead_rows: deadRows,
      kept_samples: keptSamples,
    })),
    skipped,
  };
}

function printReport({ tables, skipped }: PurgeReport): void {
  for (const { table, bytesBefore, bytesAfter, deadRows } of tables) {
    const left = deadRows === 0 ? '' : `  ${deadRows} deleted rows still there`;
    printLine(`${table}  ${bytesBefore} → ${bytesAfter} bytes${left}`);
  }
  if (tables.some((one) => one.deadRows > 0)) {
    printLine(
      'Deleted rows stay while an open transaction, a prepared one, a replica or a replication slot may see them: end it and run this again.',
    );
  }
  for (const { table } of tables.filter((one) => one.keptSamples > 0)) {
    printLine(
      `${table} is empty, and PostgreSQL keeps values that it once sampled: a superuser can delete them from pg_statistic.`,
    );
  }
  for (const table of skipped) {
    printLine(
      `${table} was left out: it can be purged by the owner of the database or a superuser.`,
    );
  }
}
