import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import type { Db } from '../../db/client.ts';
import { listNewestSnapshots } from '../../db/queries/lists/status.ts';
import { ALL_SERVICES, type SharedListCode } from '../../domain/lists/list-source.ts';
import { loadList } from '../../lists/load/load-list.ts';
import { READERS } from '../../lists/readers.ts';

/** Fictitious lists in the layouts of the authorities. The list sat69b has two versions, older first. */
const LISTS: readonly { code: SharedListCode; files: string[] }[] = [
  { code: 'sat69b', files: ['sat69b-2024-10-31.csv'] },
  { code: 'sat69b', files: ['sat69b-2025-01-31.csv'] },
  { code: 'sat69b-bis', files: ['sat69b-bis-2025-01-31.csv'] },
  { code: 'sat69-firmes', files: ['sat69-firmes.csv'] },
  { code: 'sat69-exigibles', files: ['sat69-exigibles.csv'] },
  { code: 'sat69-no-localizados', files: ['sat69-no-localizados.csv'] },
  { code: 'sat69-cancelados', files: ['sat69-cancelados.csv'] },
  { code: 'sat69-sentencias', files: ['sat69-sentencias.csv'] },
  { code: 'sat69-csd', files: ['sat69-csd.csv'] },
  { code: 'sat69-entes', files: ['sat69-entes.csv'] },
  { code: 'ofac-sdn', files: ['ofac-sdn.csv', 'ofac-alt.csv'] },
  { code: 'ofac-cons', files: ['ofac-cons.csv'] },
  { code: 'pep-cia', files: ['pep-cia.csv'] },
  { code: 'pep-mx-congreso', files: ['pep-mx-congreso.csv'] },
  { code: 'opensanctions', files: ['opensanctions.ndjson'] },
  { code: 'un-sc', files: ['un-sc.xml'] },
  { code: 'sfp', files: ['sfp.xlsx'] },
];

/** List date of the files that state none. */
const AS_OF = '2025-01-31';

/** The relative path is the same from dist/cli and from src/cli. */
const LISTS_URL = new URL('../../../demo/lists/', import.meta.url);

/** Loads the lists of the demo, except lists that are already loaded: fictitious rows never replace real ones. */
export async function loadDemoLists({ db, pool }: { db: Db; pool: Pool }): Promise<void> {
  const loadedCodes = new Set(
    (await listNewestSnapshots(db, ALL_SERVICES)).map(({ source }) => source),
  );
  for (const { code, files } of LISTS) {
    if (loadedCodes.has(code)) continue;
    const areFilesDated = code === 'sat69b' || code === 'sat69b-bis';
    await loadList({
      pool,
      serviceId: ALL_SERVICES,
      source: code,
      files: files.map((file) => fileURLToPath(new URL(file, LISTS_URL))),
      read: READERS[code],
      ...(areFilesDated ? {} : { asOf: AS_OF }),
      today: AS_OF,
      loadedBy: 'demo',
    });
  }
}
