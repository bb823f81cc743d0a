import type { Command } from 'commander';
import type { Db } from '../../../db/client.ts';
import { addServiceKey } from '../../../resolvers/service/add-service-key.ts';
import { listServiceKeys } from '../../../resolvers/service/list-service-keys.ts';
import { revokeServiceKey } from '../../../resolvers/service/revoke-service-key.ts';
import type { NewServiceKey } from '../../../resolvers/service/store-service-key.ts';
import { withDatabase } from '../../database/with-database.ts';
import { collect } from '../../terminal/collect.ts';
import { printJson, printLine } from '../../terminal/print.ts';
import { KEY_SCOPES_HELP } from './key-scopes.ts';

type Options = { json?: boolean };
type AddOptions = Options & { scope: string[] };

export function registerServiceKeyCommand(service: Command): void {
  const key = service.command('key').description('API keys of a service, at most two active');
  key
    .command('add <name>')
    .description('add a key, at most two active ones, and print it; it is shown only once')
    .option('--scope <scope>', KEY_SCOPES_HELP, collect, [])
    .option('--json', 'print {"service":…,"api_key":…}')
    .action(async (name: string, options: AddOptions) => {
      const input = { service: name, scopes: options.scope };
      await withDatabase(async (db) => printNewKey(await addServiceKey(db, input), options));
    });
  key
    .command('revoke <name> <prefix-or-key>')
    .description('revoke a key; running gateways reject it within five seconds')
    .option('--json', 'print {"service":…,"prefix":…}')
    .action(async (name: string, prefixOrKey: string, options: Options) => {
      const input = { service: name, prefixOrKey };
      await withDatabase(async (db) => {
        const prefix = await revokeServiceKey(db, input);
        if (options.json) printJson({ service: name, prefix });
        else printLine(`Key ${prefix} of ${name} is revoked.`);
      });
    });
  key
    .command('list <name>')
    .description('list all keys of a service with their public prefix, oldest first')
    .option('--json', 'print [{"prefix":…,"scopes":[…],"created_at":…,"revoked_at":… or null}, …]')
    .action(async (name: string, options: Options) => {
      await withDatabase(async (db) => await list(db, name, options));
    });
}

/** Prints a new key. It cannot be printed again, because only its hash is stored. */
export function printNewKey({ service, apiKey }: NewServiceKey, options: Options): void {
  if (options.json) {
    printJson({ service, api_key: apiKey });
    return;
  }
  printLine(`New API key of ${service}, shown only once:`);
  printLine(apiKey);
}

async function list(db: Db, name: string, options: Options): Promise<void> {
  const keys = await listServiceKeys(db, name);
  if (options.json) {
    const fields = keys.map(({ prefix, scopes, createdAt, revokedAt }) => ({
      prefix,
      scopes,
      created_at: createdAt,
      revoked_at: revokedAt,
    }));
    printJson(fields);
    return;
  }
  for (const { prefix, scopes, createdAt, revokedAt } of keys) {
    const state = revokedAt === null ? 'live' : `revoked ${revokedAt.toISOString()}`;
    printLine(`${prefix}  since ${createdAt.toISOString()}  ${state}  ${scopes.join(' ')}`);
  }
}
