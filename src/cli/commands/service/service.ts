import { Argument, type Command } from 'commander';
import type { Db } from '../../../db/client.ts';
import { addService } from '../../../resolvers/service/add-service.ts';
import { listServices } from '../../../resolvers/service/list-services.ts';
import { setServiceTrustedOnly } from '../../../resolvers/service/set-service-trusted-only.ts';
import { withDatabase } from '../../database/with-database.ts';
import { collect } from '../../terminal/collect.ts';
import { printJson, printLine, printNote } from '../../terminal/print.ts';
import { KEY_SCOPES_HELP } from './key-scopes.ts';
import { printNewKey, registerServiceKeyCommand } from './service-key.ts';
import { registerServiceScreeningCommand } from './service-screening.ts';

type Options = { json?: boolean };
type AddOptions = Options & { scope: string[] };

export function registerServiceCommand(program: Command): void {
  const service = program.command('service').description('services (tenants) and their API keys');
  service
    .command('add <name>')
    .description('add a service and print its API key, which is shown only once')
    .option('--scope <scope>', KEY_SCOPES_HELP, collect, [])
    .option('--json', 'print {"service":…,"api_key":…}')
    .action(async (name: string, options: AddOptions) => {
      await withDatabase(async (db) => {
        printNewKey(await addService(db, name, options.scope), options);
        if (!options.json) printNote(describeMissingScreening(name));
      });
    });
  service
    .command('list')
    .description('list the services, ordered by name')
    .option('--json', 'print [{"service":…,"created_at":…,"live_keys":…,"trusted_only":…}, …]')
    .action(async (options: Options) => await withDatabase(async (db) => await list(db, options)));
  service
    .command('trusted-only <name>')
    .description(
      'set whether a service accepts trusted documents only; takes effect within five seconds',
    )
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .option('--json', 'print {"service":…,"trusted_only":…,"documents":…}')
    .action(async (name: string, state: string, options: Options) => {
      const input = { service: name, trustedOnly: state === 'on' };
      await withDatabase(async (db) => await setTrustedOnly(db, input, options));
    });
  registerServiceKeyCommand(service);
  registerServiceScreeningCommand(service);
}

/** Returns the note for a new service, whose participants are screened only once an operator switches it on. */
function describeMissingScreening(name: string): string {
  return `${name} does not screen its participants yet. Switch screening on: gateway service screening ${name} --on`;
}

async function setTrustedOnly(
  db: Db,
  input: { service: string; trustedOnly: boolean },
  options: Options,
): Promise<void> {
  const { service, trustedOnly } = input;
  const documents = await setServiceTrustedOnly(db, input);
  if (options.json) printJson({ service, trusted_only: trustedOnly, documents });
  else if (trustedOnly) printLine(`${service} accepts its ${documents} trusted document(s) only.`);
  else printLine(`${service} accepts any document.`);
}

async function list(db: Db, options: Options): Promise<void> {
  const services = await listServices(db);
  if (options.json) {
    const fields = services.map(({ name, createdAt, liveKeyCount, trustedOnly }) => ({
      service: name,
      created_at: createdAt,
      live_keys: liveKeyCount,
      trusted_only: trustedOnly,
    }));
    printJson(fields);
    return;
  }
  if (services.length === 0) printLine('No services exist.');
  for (const { name, createdAt, liveKeyCount, trustedOnly } of services) {
    const rule = trustedOnly ? '  trusted documents only' : '';
    printLine(`${name}  since ${createdAt.toISOString()}  live keys: ${liveKeyCount}${rule}`);
  }
}
