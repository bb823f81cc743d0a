import { type Command, Option } from 'commander';
import { TENANT_TABLES } from '../../../db/cluster/spread-tables.ts';
import { ROLE_KINDS, type RoleKind } from '../../../db/row-security/rights.ts';
import { grantServing } from '../../../db/row-security/serving-role.ts';
import {
  alone,
  disableRowSecurity,
  enableRowSecurity,
  listSecured,
  markLeakproof,
} from '../../../db/row-security/switch-row-security.ts';
import { hasCode, OperatorError } from '../../../errors.ts';
import { requireMigrated } from '../../database/migrations.ts';
import { withUnmigrated } from '../../database/with-unmigrated.ts';
import { printJson, printLine, printNote } from '../../terminal/print.ts';
import { readTextFile } from '../../terminal/read-text-file.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const UNDEFINED_OBJECT = '42704';

type Options = { json?: boolean };
type OnOptions = Options & { role?: string; for: RoleKind; passwordFile?: string };

export function registerRowSecurityCommand(migrate: Command): void {
  const rowSecurity = migrate
    .command('row-security')
    .description('whether PostgreSQL itself keeps each service to its own rows');
  rowSecurity
    .command('on')
    .description('have policies hold on all tables of services, once no older version serves')
    .option('--role <name>', 'grant this role exactly what serve and work need')
    .addOption(
      new Option('--for <kind>', 'work: it also loads lists, for a worker with LISTS_REFRESH_HOURS')
        .choices(ROLE_KINDS)
        .default('serve'),
    )
    .option('--password-file <path>', 'make that role, or give it the password in this file')
    .option('--json', 'print {"secured":[table, …],"not_leakproof":[function, …]}')
    .action(on);
  rowSecurity
    .command('off')
    .description('take the policies away, as before an older version serves')
    .option('--json', 'print {"released":[table, …]}')
    .action(off);
  rowSecurity
    .command('status')
    .description('tell on how many tables policies hold')
    .option('--json', 'print {"secured":[table, …],"open":[table, …]}')
    .action(status);
}

async function on({ role, for: kind, passwordFile, json }: OnOptions): Promise<void> {
  if (passwordFile !== undefined && role === undefined)
    throw new OperatorError('--password-file needs --role: whose password it is.');
  const password = passwordFile === undefined ? undefined : await readPassword(passwordFile);
  await withUnmigrated(async (db) => {
    await requireMigrated(db);
    if (role !== undefined)
      await alone(
        db,
        printNote,
        async (connection) => await grantServing(connection, { role, kind, password }),
      ).catch(tellOfRole(role, password));
    const secured = await enableRowSecurity(db, printNote);
    const notLeakproof = await markLeakproof(db);
    if (json) return printJson({ secured, not_leakproof: notLeakproof });
    printLine(
      secured.length === 0
        ? 'Policies held already.'
        : `Policies hold on ${secured.length} tables more.`,
    );
    if (notLeakproof.length === 0) return;
    printLine('Searches by name and e-mail use their indexes once a superuser has run:');
    for (const name of notLeakproof) printLine(`  alter function ${name} leakproof;`);
  });
}

/** One line of ASCII characters: other servers and drivers may write others in other ways. */
async function readPassword(path: string): Promise<string> {
  const password = (await readTextFile(path)).trim();
  if (/^[\x21-\x7e]+$/.test(password)) return password;
  throw new OperatorError(`${path}: is no password of ASCII characters without spaces.`);
}

/** Without a password no role is made, and what is refused is another thing. */
function tellOfRole(role: string, password: string | undefined): (error: unknown) => never {
  return (error) => {
    if (password === undefined && hasCode(error, UNDEFINED_OBJECT))
      throw new OperatorError(
        `There is no role ${role}: it is made where --password-file is given too.`,
        { cause: error },
      );
    if (password === undefined || !hasCode(error, INSUFFICIENT_PRIVILEGE)) throw error;
    throw new OperatorError(
      'The role of DATABASE_URL may not make that role, nor give it a password: have one do it that may, and leave --password-file out.',
      { cause: error },
    );
  };
}

async function off({ json }: Options): Promise<void> {
  await withUnmigrated(async (db) => {
    const released = await disableRowSecurity(db, printNote);
    if (json) printJson({ released });
    else printLine(`Policies were taken from ${released.length} tables.`);
  });
}

async function status({ json }: Options): Promise<void> {
  await withUnmigrated(async (db) => {
    const secured = await listSecured(db);
    const known = new Set(secured);
    const open = TENANT_TABLES.filter((table) => !known.has(table));
    if (json) printJson({ secured, open });
    else printLine(`Policies hold on ${secured.length} of ${TENANT_TABLES.length} tables.`);
  });
}
