import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORT_SHAPE, makeImportLines } from '../../scripts/import-lines.ts';
import type { Bench } from './bench.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { runGateway, SERVICE } from './gateway.ts';
import { runSql } from './postgres.ts';

/** Id of the large business, above all ids of the data set. */
export const LARGE_BUSINESS = 9_000_000;
const PARTICIPANTS = 100_000;

/**
 * Creates a database with the data set and a business of 100,000 participants with 3 documents each. Returns its name.
 */
export async function prepareLarge({ postgres, templates }: Bench): Promise<string> {
  const name = templates.loaded.replace('loaded', 'large');
  if ((await postgres.list()).includes(name)) return name;
  const url = postgres.urlOf('making');
  await postgres.create('making', templates.loaded);
  await importBusiness(url, { id: LARGE_BUSINESS, participants: PARTICIPANTS });
  await postgres.rename('making', name);
  return name;
}

/** Imports a business, whose participants, persons and files have consecutive ids from its own id on. */
export async function importBusiness(databaseUrl: string, business: LargeBusiness): Promise<void> {
  await importBusinesses(databaseUrl, [business]);
}

type LargeBusiness = { id: number; participants: number };

/** Imports several such businesses at once. */
export async function importBusinesses(
  databaseUrl: string,
  businesses: readonly LargeBusiness[],
): Promise<void> {
  const file = join(DATA_FOLDER, 'business.ndjson');
  await writeFile(file, businesses.map((one) => `${makeLine(one)}\n`).join(''));
  await runGateway(databaseUrl, ['import', '--service', SERVICE, file]);
  await rm(file);
  await runSql(databaseUrl, 'vacuum (freeze, analyze)', 'checkpoint');
}

function makeLine({ id, participants }: LargeBusiness): string {
  const shape = { ...IMPORT_SHAPE, businesses: 1, participants };
  const line = [...makeImportLines(shape)].findLast((text) => text.includes('"business"')) ?? '';
  return line.replaceAll(
    /"(id|id_persona|id_descarga|id_negocio)":(\d+)/g,
    (_, name: string, old: string) => `"${name}":${Number(old) + id - 1}`,
  );
}
