import type { Command } from 'commander';
import { repairCounts } from '../../resolvers/service/repair-counts.ts';
import { withDatabase } from '../database/with-database.ts';
import { printLine } from '../terminal/print.ts';

export function registerCountsCommand(program: Command): void {
  const counts = program.command('counts').description('what each service has');
  counts
    .command('repair')
    .description('count every row of a service and put its counts right')
    .requiredOption('--service <name>', 'the service')
    .action(repair);
}

async function repair({ service }: { service: string }): Promise<void> {
  await withDatabase(async (db) => {
    const { before, after } = await repairCounts(db, service);
    const told = new Map(Object.entries(before));
    const wrong = Object.entries(after).filter(([name, count]) => told.get(name) !== count);
    if (wrong.length === 0) return printLine(`The counts of ${service} were right.`);
    printLine(`The counts of ${service} were put right:`);
    for (const [name, count] of wrong)
      printLine(`  ${name}: ${count}, and not ${told.get(name) ?? 0}`);
  });
}
