import { type Command, InvalidArgumentError } from 'commander';
import { issueOperatorToken } from '../../resolvers/service/issue-operator-token.ts';
import { collect } from '../terminal/collect.ts';
import { printJson, printLine } from '../terminal/print.ts';
import { withVault } from './with-vault.ts';

type Options = { service: string; email: string; scope: string[]; ttl?: number; json?: boolean };

export function registerTokenCommand(program: Command): void {
  program
    .command('token')
    .description('print a bearer token for an enabled user of a service')
    .requiredOption('--service <name>', 'name of the service')
    .requiredOption('--email <address>', 'e-mail address of the user, compared without case')
    .option(
      '--scope <scope>',
      'scope of the token; may be repeated; defaults to all scopes except token:issue',
      collect,
      [],
    )
    .option('--ttl <seconds>', 'lifetime; defaults to TOKEN_TTL_SECONDS', parseSeconds)
    .option('--json', 'print {"access_token":…,"token_type":"Bearer","expires_in":…}')
    .action(printToken);
}

async function printToken(options: Options): Promise<void> {
  const { service, email, scope: scopes, ttl: ttlSeconds } = options;
  await withVault(async (db, vault, config) => {
    const parts = { db, vault, options: config.token };
    const issued = await issueOperatorToken(parts, { service, email, scopes, ttlSeconds });
    const { accessToken, expiresInSeconds } = issued;
    if (!options.json) printLine(accessToken);
    else {
      printJson({
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: expiresInSeconds,
      });
    }
  });
}

function parseSeconds(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be a whole number of seconds of at least 1.');
}
