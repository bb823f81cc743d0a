import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORT_SHAPE, makeImportLines } from '../../scripts/import-lines.ts';
import type { Bench } from './bench.ts';
import { runGateway, SERVICE } from './gateway.ts';
import { DATA_FOLDER, runSql } from './postgres.ts';

/** Above every id of the usual rows. */
export const LARGE_BUSINESS = 9_000_000;
const PARTICIPANTS = 100_000;

/** A database with the usual rows and a business of 100,000 participants with 3 documents each; answers its name. */
export async function prepareLarge({ postgres, templates }: Bench): Promise<string> {
  const name = templates.loaded.replace('loaded', 'large');
  if (await postgres.has(name)) return name;
  const url = postgres.urlOf('making');
  await postgres.create('making', templates.loaded);
  const file = join(DATA_FOLDER, 'large.ndjson');
  await writeFile(file, `${makeLine(PARTICIPANTS)}\n`);
  await runGateway(url, ['import', '--service', SERVICE, file]);
  await rm(file);
  await runSql(url, 'vacuum (freeze, analyze)', 'checkpoint');
  await postgres.rename('making', name);
  return name;
}

/** One business as a line of an import file, its ids moved so far up that they meet no others. */
function makeLine(participants: number): string {
  const shape = { ...IMPORT_SHAPE, businesses: 1, participants };
  const line = [...makeImportLines(shape)].findLast((text) => text.includes('"business"')) ?? '';
  return line.replaceAll(
    /"(id|id_persona|id_descarga|id_negocio)":(\d+)/g,
    (_, name: string, id: string) => `"${name}":${Number(id) + LARGE_BUSINESS - 1}`,
  );
}
