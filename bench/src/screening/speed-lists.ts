import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGateway, SERVICE } from '../gateway.ts';
import { type Postgres, runSql } from '../postgres.ts';
import { printLine } from '../print.ts';
import { type RecombinedCode, readParts, recombine } from './recombined.ts';

/** What the authorities published, by the codes of the lists. */
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  'ofac-sdn': ['sdn', 'add', 'alt', 'sdn_comments'].map((part) => `ofac/sdn-2021-07/${part}.csv`),
  'ofac-cons': ['prim', 'add', 'alt', 'comments'].map((part) => `ofac/cons/cons_${part}.csv`),
  'un-sc': ['un/UN_consolidated.xml'],
  sat69b: ['sat69b/Listado_Completo_69-B.2023-01.csv'],
  'sat69-exigibles': ['sat69/Exigibles.csv'],
  'pep-cia': ['pep/cia_world_leaders_2019.csv'],
  'pep-mx-congreso': ['pep/mx_congreso_LXIV.csv'],
};
const TELL_THEIR_DAY: ReadonlySet<string> = new Set(['un-sc', 'sat69b']);
const AS_OF = '2025-01-01';
/** Higher where the rows or the keys of names become others. */
const DATABASE = 'screened_1';

export type SpeedLists = { url: string; loadedIn: Map<string, number> };

/**
 * Returns the real lists, and recombinations of them with the size of the largest published lists. Loads them when
 * missing.
 */
export async function openSpeedLists(postgres: Postgres, folder: string): Promise<SpeedLists> {
  const url = postgres.urlOf(DATABASE);
  const loadedIn = new Map<string, number>();
  if ((await postgres.list()).includes(DATABASE)) {
    await runGateway(url, ['migrate', 'up']);
    return { url, loadedIn };
  }
  const making = postgres.urlOf('making');
  await postgres.create('making');
  await runGateway(making, ['migrate', 'up']);
  await runGateway(making, ['service', 'add', SERVICE]);
  const files = await mkdtemp(join(tmpdir(), 'speed-lists-'));
  try {
    const load = async (code: string, paths: readonly string[]): Promise<void> => {
      const from = performance.now();
      const day = TELL_THEIR_DAY.has(code) ? [] : ['--as-of', AS_OF];
      await runGateway(making, ['lists', 'import', code, ...paths, ...day]);
      loadedIn.set(code, (performance.now() - from) / 1000);
      printLine(`${code}: ${loadedIn.get(code)?.toFixed(1)} s`);
    };
    for (const [code, paths] of Object.entries(PUBLISHED))
      await load(
        code,
        paths.map((path) => join(folder, path)),
      );
    const parts = await readParts(folder);
    for (const [at, code] of CODES.entries()) {
      const path = join(files, `${code}.csv`);
      const text = recombine(parts, { seed: at + 1, code });
      await writeFile(path, Buffer.from(text, 'latin1'));
      await load(code, [path]);
    }
  } finally {
    await rm(files, { recursive: true });
  }
  await runSql(making, 'vacuum analyze');
  await postgres.rename('making', DATABASE);
  return { url, loadedIn };
}

const CODES: readonly RecombinedCode[] = [
  'sat69-firmes',
  'sat69-cancelados',
  'sat69-no-localizados',
];
