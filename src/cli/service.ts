import type { Command } from 'commander';
import type { Db } from '../db/client.ts';
import { addService } from '../resolvers/service/add-service.ts';
import { listServices } from '../resolvers/service/list-services.ts';
import { printJson, printLine } from './print.ts';
import { registerServiceKeyCommand, showKey } from './service-key.ts';
import { withDatabase } from './with-database.ts';

type Options = { json?: boolean };

export function registerServiceCommand(program: Command): void {
  const service = program.command('service').description('the services (tenants) and their keys');
  service
    .command('add <name>')
    .description('add a service and show its API key, this once')
    .option('--json', 'print {"service":…,"api_key":…}')
    .action(async (name: string, options: Options) => {
      await withDatabase(async (db) => showKey(await addService(db, name), options));
    });
  service
    .command('list')
    .description('list the services by name')
    .option('--json', 'print [{"service":…,"created_at":…,"live_keys":…}, …]')
    .action(async (options: Options) => await withDatabase(async (db) => await list(db, options)));
  registerServiceKeyCommand(service);
}

async function list(db: Db, options: Options): Promise<void> {
  const services = await listServices(db);
  if (options.json) {
    const fields = services.map(({ name, createdAt, liveKeyCount }) => ({
      service: name,
      created_at: createdAt,
      live_keys: liveKeyCount,
    }));
    printJson(fields);
    return;
  }
  if (services.length === 0) printLine('There is no service yet.');
  for (const { name, createdAt, liveKeyCount } of services) {
    printLine(`${name}  since ${createdAt.toISOString()}  live keys: ${liveKeyCount}`);
  }
}
