import type { Command } from 'commander';
import { repairCounts } from '../../resolvers/service/repair-counts.ts';
import { withDatabase } from '../database/with-database.ts';
import { printLine } from '../terminal/print.ts';

export function registerCountsCommand(program: Command): void {
  const counts = program.command('counts').description('counters of the data of each service');
  counts
    .command('repair')
    .description('recompute the counters of a service from its rows')
    .requiredOption('--service <name>', 'name of the service')
    .action(repair);
}

async function repair({ service }: { service: string }): Promise<void> {
  await withDatabase(async (db) => {
    const { before, after } = await repairCounts(db, service);
    const counters = new Map(Object.entries(before));
    const wrong = Object.entries(after).filter(([name, count]) => counters.get(name) !== count);
    if (wrong.length === 0) return printLine(`The counters of ${service} are correct.`);
    printLine(`Corrected counters of ${service}:`);
    for (const [name, count] of wrong)
      printLine(`  ${name}: ${count} instead of ${counters.get(name) ?? 0}`);
  });
}
