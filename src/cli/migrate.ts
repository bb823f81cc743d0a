import type { Command } from 'commander';
import type { Db } from '../db/client.ts';
import { listMigrations, migrateUp } from '../db/migrations/migrate.ts';
import { openUnmigrated } from './open-database.ts';
import { printJson, printLine, printNote } from './print.ts';
import { readConfig } from './read-config.ts';

type Options = { json?: boolean };

export function registerMigrateCommand(program: Command): void {
  const migrate = program
    .command('migrate')
    .description("bring the database's tables up to this version");
  migrate
    .command('up')
    .description('run the pending migrations, while gateways serve')
    .option('--json', 'print {"applied":[name, …]}')
    .action(async (options: Options) => await withDatabase(async (db) => await up(db, options)));
  migrate
    .command('status')
    .description('list the migrations and when each was run')
    .option('--json', 'print [{"name":…,"executed_at":… or null}, …]')
    .action(
      async (options: Options) => await withDatabase(async (db) => await status(db, options)),
    );
}

async function up(db: Db, options: Options): Promise<void> {
  const applied = await migrateUp(db, { report: printNote });
  if (options.json) printJson({ applied });
  else if (applied.length === 0) printLine('Nothing to migrate.');
  else for (const name of applied) printLine(`Applied ${name}.`);
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

async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openUnmigrated(readConfig());
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}
