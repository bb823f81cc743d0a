import type { Command } from 'commander';
import { TENANT_TABLES } from '../db/cluster/spread-tables.ts';
import {
  disableRowSecurity,
  enableRowSecurity,
  grantServing,
  listSecured,
  markLeakproof,
} from '../db/row-security/switch-row-security.ts';
import { requireMigrated } from './migrations.ts';
import { printJson, printLine, printNote } from './print.ts';
import { withUnmigrated } from './with-unmigrated.ts';

type Options = { json?: boolean };
type OnOptions = Options & { role?: string };

export function registerRowSecurityCommand(migrate: Command): void {
  const rowSecurity = migrate
    .command('row-security')
    .description('whether PostgreSQL itself keeps each service to its own rows');
  rowSecurity
    .command('on')
    .description('have policies hold on all tables of services, once no older version serves')
    .option('--role <name>', 'give this role what serve and work need')
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

async function on({ role, json }: OnOptions): Promise<void> {
  await withUnmigrated(async (db) => {
    await requireMigrated(db);
    if (role !== undefined) await grantServing(db, role);
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
