import type { Command } from 'commander';
import { skipAssignedIds } from '../../resolvers/service/skip-assigned-ids.ts';
import { withDatabase } from '../database/with-database.ts';
import { printLine } from '../terminal/print.ts';

export function registerRestoredCommand(program: Command): void {
  program
    .command('restored')
    .description(
      'run after a restore and before the first start: skip ids that were assigned after the backup, so that no id is used twice',
    )
    .action(skipIds);
}

async function skipIds(): Promise<void> {
  await withDatabase(async (db) => {
    const services = await skipAssignedIds(db);
    printLine(
      `Services: ${services}. The next ten million ids of each kind are skipped, and events receive new ids.`,
    );
  });
}
