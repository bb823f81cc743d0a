import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGateway, runMeasured } from '../gateway.ts';
import type { Options } from '../options.ts';
import { startPostgres } from '../postgres.ts';
import { printLine } from '../print.ts';
import type { Curve } from '../results.ts';
import { writeAdvancedXml } from './advanced-xml.ts';
import { getListsFolder, readList } from './list-files.ts';

const DATABASE = 'advanced_list';
const ROUNDS = 5;
/** As much as OFAC publishes. */
const BYTES = 105_000_000;
const MEGABYTE = 1024 * 1024;
const PARTS = ['sdn', 'add', 'alt', 'sdn_comments'].map((part) => `ofac/sdn-2021-07/${part}.csv`);

/** Measures time and memory of `gateway lists import` for OFAC's advanced XML, each time into an empty list. */
export async function measureAdvancedList({
  rounds = ROUNDS,
}: Pick<Options, 'rounds'>): Promise<Curve[]> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'advanced-list-'));
  resources.defer(async () => await rm(folder, { recursive: true }));
  const file = join(folder, 'SDN_ADVANCED.XML');
  const entries = await readList(getListsFolder(), 'ofac-sdn', PARTS);
  await writeFile(file, writeAdvancedXml(entries, BYTES));
  const { size } = await stat(file);
  const postgres = await startPostgres();
  resources.defer(postgres.stop);
  await postgres.create(DATABASE);
  resources.defer(async () => await postgres.drop(DATABASE));
  const url = postgres.urlOf(DATABASE);
  await runGateway(url, ['migrate', 'up']);
  const rows: number[][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const { ms, peakMemory } = await runMeasured(url, ['lists', 'import', 'ofac-sdn', file]);
    rows.push([round, Number((ms / 1000).toFixed(1)), Math.round(peakMemory / MEGABYTE)]);
    printLine(rows.at(-1)?.join(' | '));
    await runGateway(url, ['lists', 'forget', 'ofac-sdn']);
  }
  const title = `Loading ${Math.round(size / 1e6)} MB of OFAC's advanced XML, copies of the published parties`;
  return [{ workload: 'lists-advanced-xml', title, columns: ['round', 's', 'peak MB'], rows }];
}
