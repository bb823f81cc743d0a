import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { ALL_SERVICES } from '../../../domain/lists/list-source.ts';
import { type RedatedList, redateList } from '../../../lists/load/redate-list.ts';
import { getServiceId } from '../../../resolvers/service/get-service-id.ts';
import { today } from '../../../runtime/calendar.ts';
import { openDatabase } from '../../database/open-database.ts';
import { parseDate } from '../../terminal/parse-date.ts';
import { printJson, printLine } from '../../terminal/print.ts';
import { readConfig } from '../../terminal/read-config.ts';
import { limitHeapGrowth } from '../../terminal/small-heap.ts';

type Options = { service?: string; asOf: string; json?: boolean };

export function registerListsRedate(lists: Command): void {
  lists
    .command('redate')
    .description('change the list date of a snapshot, as if it were loaded again with that date')
    .argument('<snapshot>', 'id of the snapshot (gateway lists snapshots <list>)', parseId)
    .requiredOption('--as-of <day>', 'list date, YYYY-MM-DD', parseDate)
    .option('--service <name>', 'service that the list custom:<name> belongs to')
    .option('--json', 'print what was changed as JSON')
    .action(redate);
}

/** Parses at most 15 digits, which a number holds exactly. */
function parseId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(
    'Must be the id of a snapshot, from gateway lists snapshots <list>.',
  );
}

async function redate(id: number, { service, asOf, json }: Options): Promise<void> {
  limitHeapGrowth();
  const database = await openDatabase(readConfig());
  try {
    const serviceId =
      service === undefined ? ALL_SERVICES : await getServiceId(database.db, service);
    const redated = await redateList({
      pool: database.pool,
      serviceId,
      id,
      asOf,
      today: today(),
      redatedBy: userInfo().username,
    });
    if (json) printJson(redated);
    else printLine(describeRedated(redated));
  } finally {
    await database.close();
  }
}

function describeRedated({ source, id, from, to, isChanged }: RedatedList): string {
  if (!isChanged) return `${source}: snapshot ${id} already has the date ${to}.`;
  return `${source}: snapshot ${id} has the date ${to}; before: ${from ?? 'day unknown'}.`;
}
