import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import type { Sat69ListCode, SharedListCode } from '../../../src/domain/lists/list-source.ts';
import type { ListReader } from '../../../src/lists/list-reader.ts';
import { loadList } from '../../../src/lists/load/load-list.ts';
import type { KeyFunction } from '../../../src/lists/load/make-keys.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { today } from '../../../src/runtime/calendar.ts';
import { chooseTemporaryFolder } from '../database/temporary-folder.ts';
import { createTestPool } from '../database/test-pool.ts';

type Options = {
  asOf?: string;
  serviceId?: number;
  source?: string;
  allowOlder?: boolean;
  read?: ListReader;
  keysOf?: KeyFunction;
};

/** Loads a list as `gateway lists import` does, by default with the day of loading as list date. */
export async function loadSatList(
  databaseUrl: string,
  { code, list }: { code: SharedListCode; list: Buffer | { path: string } },
  {
    asOf,
    keysOf,
    serviceId = 0,
    source = code,
    allowOlder = false,
    read = READERS[code],
  }: Options = {},
): Promise<void> {
  const folder = await mkdtemp(join(chooseTemporaryFolder(), 'sat-lists-'));
  const path = 'path' in list ? list.path : join(folder, 'list.csv');
  if (!('path' in list)) await writeFile(path, list);
  const pool = createTestPool(databaseUrl);
  await loadList({
    pool,
    serviceId,
    source,
    files: [path],
    read,
    ...(asOf === undefined ? {} : { asOf }),
    ...(keysOf === undefined ? {} : { createKeys: keysOf }),
    today: today(),
    allowOlder,
    loadedBy: 'test',
  });
  await pool.end();
  await rm(folder, { recursive: true });
}

/** Deletes all lists with their history. */
export async function deleteLists(db: Db): Promise<void> {
  await sql`truncate list_snapshots, list_entries, list_names, list_identifiers, list_key_counts, list_fetches`.execute(
    db,
  );
}

/** Ground in each article 69 list, in the words of the SAT. */
export const SAT69_GROUNDS: Readonly<Record<Sat69ListCode, string>> = {
  'sat69-firmes': 'FIRMES',
  'sat69-exigibles': 'EXIGIBLES',
  'sat69-no-localizados': 'NO LOCALIZADOS',
  'sat69-cancelados': 'CANCELADOS',
  'sat69-sentencias': 'SENTENCIAS',
  'sat69-csd': 'FRACCION X',
  'sat69-entes': 'ENTES PUBLICOS Y DE GOBIERNO OMISOS',
};

/** Creates an article 69 list in the format and encoding (windows-1252) of the SAT: RFC, name and ground. */
export function makeSat69List(
  rows: readonly (readonly [rfc: string, name: string])[],
  code: Sat69ListCode = 'sat69-exigibles',
): Buffer {
  const header =
    'RFC,RAZÓN SOCIAL,TIPO PERSONA,SUPUESTO,FECHAS DE PRIMERA PUBLICACION,ENTIDAD FEDERATIVA';
  const lines = rows.map(
    ([rfc, name]) => `${rfc},"${name}",M,${SAT69_GROUNDS[code]},01/02/2024,JALISCO`,
  );
  return Buffer.from(`${[header, ...lines].join('\r\n')}\r\n`, 'latin1');
}
