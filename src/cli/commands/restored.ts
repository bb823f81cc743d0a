import type { Command } from 'commander';
import { passOverGivenIds } from '../../resolvers/service/pass-over-given-ids.ts';
import { withDatabase } from '../database/with-database.ts';
import { printLine } from '../terminal/print.ts';

export function registerRestoredCommand(program: Command): void {
  program
    .command('restored')
    .description(
      'after a restore, before anything serves: leave out the ids that were given out after the backup, so that none stands for two things',
    )
    .action(passOver);
}

async function passOver(): Promise<void> {
  await withDatabase(async (db) => {
    const services = await passOverGivenIds(db);
    printLine(
      `Services: ${services}. The next ten million ids of each kind are left out, and events have other ids.`,
    );
  });
}
