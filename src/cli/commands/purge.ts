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
      'remove deleted rows from the table files (VACUUM); requires the owner of the tables; further steps: docs/operate/erasure.md',
    )
    .option(
      '--full',
      'rewrite each table into a new file (VACUUM FULL); locks the table while it runs',
    )
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
        mode: full ? 'rewrite' : 'vacuum',
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
    const left = deadRows === 0 ? '' : `  ${deadRows} deleted rows remain`;
    printLine(`${table}  ${bytesBefore} → ${bytesAfter} bytes${left}`);
  }
  if (tables.some((table) => table.deadRows > 0)) {
    printLine(
      'Deleted rows remain while an open or prepared transaction, a replica or a replication slot may read them. End it and run the command again.',
    );
  }
  for (const { table } of tables.filter(({ keptSamples }) => keptSamples > 0)) {
    printLine(
      `${table} is empty, but PostgreSQL still stores sampled values of it. A superuser can delete them from pg_statistic.`,
    );
  }
  for (const table of skipped) {
    printLine(`${table} was skipped. The owner of the database or a superuser can purge it.`);
  }
}
