import type { Command } from 'commander';
import { diffList } from '../../../db/queries/lists/diff.ts';
import { forgetList } from '../../../db/queries/lists/forget.ts';
import {
  listSnapshots,
  readWarnings,
  type SnapshotSummary,
} from '../../../db/queries/lists/status.ts';
import { OperatorError } from '../../../errors.ts';
import { type ListStatus, listStatus } from '../../../lists/list-status.ts';
import { ownerOf } from '../../../lists/owner-of.ts';
import { verifyLists } from '../../../lists/verify-lists.ts';
import { withDatabase } from '../../database/with-database.ts';
import { parseDay } from '../../terminal/parse-day.ts';
import { printJson, printLine } from '../../terminal/print.ts';
import { registerListsFetch } from './lists-fetch.ts';
import { registerListsImport } from './lists-import.ts';

type Options = { service?: string; json?: boolean };
type DiffOptions = Options & { from: string; to: string };

export function registerListsCommand(program: Command): void {
  const lists = program
    .command('lists')
    .description('lists of authorities to screen persons and companies against; docs/lists.md');
  registerListsImport(lists);
  registerListsFetch(lists);
  of(lists.command('status').description('list all lists, loaded or not, with their age')).action(
    status,
  );
  of(
    lists
      .command('snapshots')
      .description(
        'list the snapshots of a list with their list date, time of loading and operator, newest first',
      )
      .argument('<list>')
      .option('--warnings', 'print the warnings of each snapshot, by file and line'),
  ).action(snapshots);
  of(
    lists
      .command('diff')
      .description('compare a list as of two days')
      .argument('<list>')
      .requiredOption('--from <day>', 'first day, YYYY-MM-DD', parseDay)
      .requiredOption('--to <day>', 'second day, YYYY-MM-DD', parseDay),
  ).action(diff);
  of(
    lists
      .command('verify')
      .description('compare the stored lists with the loaded files; exits with 1 when they differ'),
  ).action(verify);
  of(
    lists.command('forget').description('delete a list with its history').argument('<list>'),
  ).action(forget);
}

function of(command: Command): Command {
  return command
    .option('--service <name>', 'service with lists of its own')
    .option('--json', 'print JSON');
}

async function status({ json, ...options }: Options): Promise<void> {
  await withDatabase(async (db) => {
    const found = await listStatus(db, { ...options, now: new Date() });
    if (json) printJson(found);
    else for (const one of found) printLine(describeStatus(one));
    if (!json && found.length === 0) printLine('The service has no lists of its own.');
  });
}

function describeStatus({ source, newest, ageDays, isStale, fetch }: ListStatus): string {
  const words = [source];
  if (newest === null || ageDays === null) words.push('not loaded');
  else {
    const age = `${ageDays} ${ageDays === 1 ? 'day' : 'days'} old${isStale ? ', stale' : ''}`;
    words.push(newest.asOf, `${newest.rowsKept} rows`, age);
  }
  if (fetch !== null) {
    const outcome = fetch.outcome.replace('_', ' ');
    words.push(`fetched ${fetch.triedAt.toISOString()}: ${fetch.reason ?? outcome}`);
  }
  return words.join('  ');
}

async function snapshots(
  source: string,
  { json, warnings, ...options }: Options & { warnings?: boolean },
): Promise<void> {
  await withDatabase(async (db) => {
    const owner = await ownerOf(db, { source, ...options });
    const found = await listSnapshots(db, owner);
    for (const one of found) {
      const odd = warnings ? await readWarnings(db, { ...owner, id: one.id }) : [];
      if (json) printJson(warnings ? { ...one, warnings: odd } : one);
      else printLine(describeSnapshot(one));
      if (!json)
        for (const { file, line, code } of odd) printLine(`  ${file}, line ${line}: ${code}`);
    }
    if (!json && found.length === 0) printLine(`List ${source} has never been loaded.`);
  });
}

function describeSnapshot(one: SnapshotSummary): string {
  const loaded = `loaded ${one.loadedAt.toISOString()} by ${one.loadedBy}`;
  return `${one.asOf}  ${one.rowsKept} of ${one.rowsRead} rows  ${one.warnings} warnings  ${one.sha256}  ${loaded}`;
}

async function diff(source: string, { from, to, json, ...options }: DiffOptions): Promise<void> {
  await withDatabase(async (db) => {
    const owner = await ownerOf(db, { source, ...options });
    if ((await listSnapshots(db, owner)).length === 0)
      throw new OperatorError(`List ${source} has never been loaded.`);
    const { statuses, rfcs, ...counts } = await diffList(db, { ...owner, from, to });
    if (json) {
      printJson({ ...counts, rfcs, statuses });
      return;
    }
    printLine(`entries: ${describeCounts(counts)}`);
    if (rfcs !== null) printLine(`RFCs: ${describeCounts(rfcs)}`);
    for (const change of statuses)
      printLine(`${change.from ?? '-'} → ${change.to ?? '-'}: ${change.count}`);
  });
}

function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

async function verify({ json, ...options }: Options): Promise<void> {
  await withDatabase(async (db) => {
    const faults = await verifyLists(db, options);
    if (faults.length > 0) process.exitCode = 1;
    if (json) printJson(faults);
    else if (faults.length === 0) printLine('Every loaded list is complete.');
    else for (const { source, fault } of faults) printLine(`${source}: ${fault}`);
  });
}

async function forget(source: string, { json, ...options }: Options): Promise<void> {
  await withDatabase(async (db) => {
    const forgotten = await forgetList(db, await ownerOf(db, { source, ...options }));
    if (json) printJson(forgotten);
    else
      printLine(
        `${source}: ${forgotten.snapshots} snapshots and ${forgotten.entries} versions of entries deleted.`,
      );
  });
}
