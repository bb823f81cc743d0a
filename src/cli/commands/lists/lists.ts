import type { Command } from 'commander';
import { diffList } from '../../../db/queries/lists/diff.ts';
import { forgetList } from '../../../db/queries/lists/forget.ts';
import { listRedates } from '../../../db/queries/lists/redate.ts';
import { LISTED_MAX, listSnapshots, readWarnings } from '../../../db/queries/lists/status.ts';
import { OperatorError } from '../../../errors.ts';
import { listStatuses } from '../../../lists/list-status.ts';
import { resolveListOwner } from '../../../lists/resolve-list-owner.ts';
import { verifyLists } from '../../../lists/verify-lists.ts';
import { presentMoment } from '../../../runtime/calendar.ts';
import { withDatabase } from '../../database/with-database.ts';
import { parseDate } from '../../terminal/parse-date.ts';
import { printJson, printLine, printNote } from '../../terminal/print.ts';
import { describeRedate, describeSnapshot, describeStatus } from './describe-lists.ts';
import { registerListsFetch } from './lists-fetch.ts';
import { registerListsImport } from './lists-import.ts';
import { registerListsRedate } from './lists-redate.ts';

type Options = { service?: string; json?: boolean };
type DiffOptions = Options & { from: string; to: string };

export function registerListsCommand(program: Command): void {
  const lists = program
    .command('lists')
    .description(
      'lists of authorities to screen persons and companies against; docs/operate/lists.md',
    );
  registerListsImport(lists);
  registerListsFetch(lists);
  registerListsRedate(lists);
  addListOptions(
    lists
      .command('status')
      .description('list all shared lists, or the loaded lists of --service, with their age'),
  ).action(status);
  addListOptions(
    lists
      .command('snapshots')
      .description(
        'list the snapshots of a list with their list date, time of loading and operator, newest first',
      )
      .argument('<list>')
      .option('--warnings', 'print the warnings of each snapshot, by file and line'),
  ).action(snapshots);
  addListOptions(
    lists
      .command('diff')
      .description('compare a list as of two days')
      .argument('<list>')
      .requiredOption('--from <day>', 'first day, YYYY-MM-DD', parseDate)
      .requiredOption('--to <day>', 'second day, YYYY-MM-DD', parseDate),
  ).action(diff);
  addListOptions(
    lists
      .command('verify')
      .description(
        'check the entries, names and rules of the stored lists; exits with 1 on a fault',
      ),
  ).action(verify);
  addListOptions(
    lists.command('forget').description('delete a list with its history').argument('<list>'),
  ).action(forget);
}

function addListOptions(command: Command): Command {
  return command
    .option('--service <name>', 'service of the lists, for lists of its own')
    .option('--json', 'print JSON');
}

async function status({ json, ...options }: Options): Promise<void> {
  await withDatabase(async (db) => {
    const statuses = limitRows(
      await listStatuses(db, { ...options, now: presentMoment() }),
      'lists',
    );
    if (json) printJson(statuses);
    else for (const row of statuses) printLine(describeStatus(row));
    if (!json && statuses.length === 0) printLine('The service has no lists of its own.');
  });
}

async function snapshots(
  source: string,
  { json, warnings, ...options }: Options & { warnings?: boolean },
): Promise<void> {
  await withDatabase(async (db) => {
    const owner = await resolveListOwner(db, { source, ...options });
    const snapshotRows = limitRows(await listSnapshots(db, owner), 'snapshots');
    const allRedates = await listRedates(db, owner);
    for (const snapshot of snapshotRows) {
      const snapshotWarnings = warnings
        ? await readWarnings(db, { ...owner, id: snapshot.id })
        : [];
      const redates = allRedates.filter(({ snapshotId }) => snapshotId === snapshot.id);
      if (json)
        printJson({ ...snapshot, ...(warnings ? { warnings: snapshotWarnings } : {}), redates });
      else
        for (const line of [describeSnapshot(snapshot), ...redates.map(describeRedate)])
          printLine(line);
      if (!json)
        for (const { file, line, code } of snapshotWarnings)
          printLine(`  ${file}, line ${line}: ${code}`);
    }
    if (!json && snapshotRows.length === 0) printLine(`List ${source} has never been loaded.`);
  });
}

async function diff(source: string, { from, to, json, ...options }: DiffOptions): Promise<void> {
  await withDatabase(async (db) => {
    const owner = await resolveListOwner(db, { source, ...options });
    if ((await listSnapshots(db, owner)).length === 0)
      throw new OperatorError(`List ${source} has never been loaded.`);
    const { statuses: allStatuses, rfcs, ...counts } = await diffList(db, { ...owner, from, to });
    const statuses = limitRows(allStatuses, 'changes of status');
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

/** Returns at most LISTED_MAX rows, and prints a note on standard error when others are omitted. */
function limitRows<Row>(rows: readonly Row[], name: string): readonly Row[] {
  if (rows.length <= LISTED_MAX) return rows;
  printNote(`More than ${LISTED_MAX} ${name}: only the first ${LISTED_MAX} are shown.`);
  return rows.slice(0, LISTED_MAX);
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
    const forgotten = await forgetList(db, await resolveListOwner(db, { source, ...options }));
    if (json) printJson(forgotten);
    else
      printLine(
        `${source}: ${forgotten.snapshots} snapshots and ${forgotten.entries} versions of entries deleted.`,
      );
  });
}
