import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Bench, Workload } from '../bench.ts';
import { DATA_FOLDER } from '../data-folder.ts';
import { writeImportFile } from '../dataset.ts';
import { runImport } from '../gateway.ts';
import { runSql } from '../postgres.ts';
import { measureMs } from '../sql-client.ts';
import { type Pair, toTiming } from '../timing.ts';

/** Import of the data set into empty tables, compared with COPY of the resulting rows. */
export const importFile: Workload = {
  name: 'import-file',
  runs: 'full',
  run: async (bench) => {
    const file = await writeImportFile('dataset.ndjson');
    await copyOut(bench.postgres.urlOf(bench.templates.loaded));
    const pairs: Pair[] = [];
    let peakMemory = 0;
    for (let round = 0; round < bench.pace.rounds; round += 1) {
      const imported = await importOnce(bench, file);
      peakMemory = Math.max(peakMemory, imported.peakMemory);
      pairs.push({ gatewayMs: imported.ms, bareMs: await copyOnce(bench) });
    }
    const title = 'Import of 20,000 businesses as a file';
    const what = { workload: 'import-file', title, bare: 'COPY of the same rows', peakMemory };
    return { timings: [toTiming(what, pairs)] };
  },
};

/** In an order in which every row finds what it refers to. */
const TABLES = `users persons files businesses participants documents
  questionnaire_templates questions filled_questionnaires answers`.split(/\s+/);

async function importOnce(
  { postgres, templates }: Bench,
  file: string,
): Promise<{ ms: number; peakMemory: number }> {
  await postgres.create('writes', templates.empty);
  const imported = await runImport(postgres.urlOf('writes'), file);
  await postgres.drop('writes');
  return imported;
}

async function copyOnce({ postgres, templates }: Bench): Promise<number> {
  await postgres.create('writes', templates.empty);
  const url = postgres.urlOf('writes');
  const ms = await measureMs(async () => await copyIn(url));
  await postgres.drop('writes');
  return ms;
}

function fileOf(table: string): string {
  return join(DATA_FOLDER, `${table}.copy`);
}

async function copyOut(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const table of TABLES) {
      const rows = client.query(copyTo(`copy ${table} to stdout`));
      await pipeline(rows, createWriteStream(fileOf(table)));
    }
  });
}

async function copyIn(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const table of TABLES) {
      const rows = createReadStream(fileOf(table), { highWaterMark: 256 * 1024 });
      await pipeline(rows, client.query(copyFrom(`copy ${table} from stdin`)));
    }
  });
  // As the import does when it ends.
  await runSql(url, `analyze ${TABLES.join(', ')}`);
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await work(client);
  await client.end();
}
