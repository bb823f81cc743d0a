import type { Command } from 'commander';
import type { Db } from '../../../db/client.ts';
import { isCluster } from '../../../db/cluster/distribute.ts';
import { listMigrations } from '../../../db/migrations/migrate.ts';
import { migrateAndSecure } from '../../../db/row-security/migrate-and-secure.ts';
import { OperatorError } from '../../../errors.ts';
import { rekeyLists } from '../../../lists/load/rekey-lists.ts';
import { distributeAll, requireMigrated } from '../../database/migrations.ts';
import { withUnmigrated } from '../../database/with-unmigrated.ts';
import { printJson, printLine, printNote } from '../../terminal/print.ts';
import { registerRowSecurityCommand } from './row-security.ts';

type Options = { json?: boolean };

export function registerMigrateCommand(program: Command): void {
  const migrate = program
    .command('migrate')
    .description("migrate the database's tables to this version");
  migrate
    .command('up')
    .description(
      'run the pending migrations, also while gateways serve; on a Citus cluster, distribute new tables',
    )
    .option('--json', 'print {"applied":[name, …],"distributed":[table, …]}')
    .action(async (options: Options) => await withUnmigrated(async (db) => await up(db, options)));
  migrate
    .command('distribute')
    .description('distribute the tables with their rows over the nodes of a Citus cluster')
    .option('--json', 'print {"distributed":[table, …]}')
    .action(
      async (options: Options) => await withUnmigrated(async (db) => await distribute(db, options)),
    );
  migrate
    .command('status')
    .description('list the migrations with the time when each was run')
    .option('--json', 'print [{"name":…,"executed_at":… or null}, …]')
    .action(
      async (options: Options) => await withUnmigrated(async (db) => await status(db, options)),
    );
  registerRowSecurityCommand(migrate);
}

async function up(db: Db, options: Options): Promise<void> {
  const applied = await migrateAndSecure(db, printNote);
  const distributed = await distributeAll(db);
  await rekeyLists(db, ({ source }) => printNote(`Recomputing the search keys of ${source}.`));
  if (options.json) {
    printJson({ applied, distributed });
    return;
  }
  if (applied.length === 0) printLine('Nothing to migrate.');
  for (const name of applied) printLine(`Applied ${name}.`);
  for (const table of distributed) printLine(`Distributed ${table}.`);
}

async function distribute(db: Db, options: Options): Promise<void> {
  await requireMigrated(db);
  if (!(await isCluster(db)))
    throw new OperatorError(
      'The database has no extension citus. Create it on the coordinator and its workers first.',
    );
  const distributed = await distributeAll(db);
  if (options.json) printJson({ distributed });
  else if (distributed.length === 0) printLine('Nothing to distribute.');
  else for (const table of distributed) printLine(`Distributed ${table}.`);
}

async function status(db: Db, options: Options): Promise<void> {
  const migrations = await listMigrations(db);
  if (options.json) {
    printJson(migrations.map(({ name, executedAt }) => ({ name, executed_at: executedAt })));
    return;
  }
  for (const { name, executedAt } of migrations) {
    printLine(`${name}  ${executedAt === null ? 'pending' : executedAt.toISOString()}`);
  }
}
