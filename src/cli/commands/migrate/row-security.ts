import { type Command, Option } from 'commander';
import { TENANT_TABLES } from '../../../db/cluster/spread-tables.ts';
import { ROLE_KINDS, type RoleKind } from '../../../db/row-security/rights.ts';
import { grantServing } from '../../../db/row-security/serving-role.ts';
import {
  disableRowSecurity,
  enableRowSecurity,
  listSecured,
  markLeakproof,
  withExclusiveLock,
} from '../../../db/row-security/switch-row-security.ts';
import { hasCode, OperatorError } from '../../../errors.ts';
import { requireMigrated } from '../../database/migrations.ts';
import { withUnmigrated } from '../../database/with-unmigrated.ts';
import { printJson, printLine, printNote } from '../../terminal/print.ts';
import { readTextFile } from '../../terminal/read-text-file.ts';

// SQLSTATEs of PostgreSQL. UNDEFINED_OBJECT: here the role does not exist.
const INSUFFICIENT_PRIVILEGE = '42501';
const UNDEFINED_OBJECT = '42704';

type Options = { json?: boolean };
type OnOptions = Options & { role?: string; for: RoleKind; passwordFile?: string };

export function registerRowSecurityCommand(migrate: Command): void {
  const rowSecurity = migrate
    .command('row-security')
    .description('row-level security, which limits each service to its own rows');
  rowSecurity
    .command('on')
    .description(
      'enable row-level security on all tables of services, while any released version serves',
    )
    .option('--role <name>', 'role to grant exactly the privileges that serve and work need')
    .addOption(
      new Option(
        '--for <kind>',
        'purpose of the role; work also permits loading lists, for a worker with LISTS_REFRESH_HOURS',
      )
        .choices(ROLE_KINDS)
        .default('serve'),
    )
    .option(
      '--password-file <path>',
      'file with the password of the role; creates the role when it does not exist',
    )
    .option('--json', 'print {"secured":[table, …],"not_leakproof":[function, …]}')
    .action(on);
  rowSecurity
    .command('off')
    .description('disable row-level security, before an older version runs')
    .option('--json', 'print {"released":[table, …]}')
    .action(off);
  rowSecurity
    .command('status')
    .description('print the number of tables with row-level security')
    .option('--json', 'print {"secured":[table, …],"open":[table, …]}')
    .action(status);
}

async function on({ role, for: kind, passwordFile, json }: OnOptions): Promise<void> {
  if (passwordFile !== undefined && role === undefined)
    throw new OperatorError('--password-file requires --role.');
  const password = passwordFile === undefined ? undefined : await readPassword(passwordFile);
  await withUnmigrated(async (db) => {
    await requireMigrated(db);
    if (role !== undefined)
      await withExclusiveLock(
        db,
        printNote,
        async (connection) => await grantServing(connection, { role, kind, password }),
      ).catch(explainRoleFault(role, password));
    const secured = await enableRowSecurity(db, printNote);
    const notLeakproof = await markLeakproof(db);
    if (json) return printJson({ secured, not_leakproof: notLeakproof });
    printLine(
      secured.length === 0
        ? 'Row-level security was already enabled.'
        : `Row-level security was enabled on ${secured.length} tables.`,
    );
    if (notLeakproof.length === 0) return;
    printLine('To let searches by name and e-mail use their indexes, run as a superuser:');
    for (const name of notLeakproof) printLine(`  alter function ${name} leakproof;`);
  });
}

/** Reads a password of one line of ASCII characters: servers and drivers may normalize other characters differently. */
async function readPassword(path: string): Promise<string> {
  const password = (await readTextFile(path)).trim();
  if (/^[\x21-\x7e]+$/.test(password)) return password;
  throw new OperatorError(`${path}: the password must consist of ASCII characters without spaces.`);
}

/**
 * Creates a handler that explains errors about the role, and rethrows others. Only a password makes the command create
 * the role, so a missing privilege means the creation of roles only then.
 */
function explainRoleFault(role: string, password: string | undefined): (error: unknown) => never {
  return (error) => {
    if (password === undefined && hasCode(error, UNDEFINED_OBJECT))
      throw new OperatorError(`Role ${role} does not exist. Add --password-file to create it.`, {
        cause: error,
      });
    if (password === undefined || !hasCode(error, INSUFFICIENT_PRIVILEGE)) throw error;
    throw new OperatorError(
      'The role of DATABASE_URL may not create that role or set its password. Create it with a privileged role and omit --password-file.',
      { cause: error },
    );
  };
}

async function off({ json }: Options): Promise<void> {
  await withUnmigrated(async (db) => {
    const released = await disableRowSecurity(db, printNote);
    if (json) printJson({ released });
    else printLine(`Row-level security was disabled on ${released.length} tables.`);
  });
}

async function status({ json }: Options): Promise<void> {
  await withUnmigrated(async (db) => {
    const secured = await listSecured(db);
    const securedNames = new Set(secured);
    const open = TENANT_TABLES.filter((table) => !securedNames.has(table));
    if (json) printJson({ secured, open });
    else
      printLine(
        `Row-level security is enabled on ${secured.length} of ${TENANT_TABLES.length} tables.`,
      );
  });
}
