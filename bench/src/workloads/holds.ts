import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Workload } from '../bench.ts';
import { DATA_FOLDER } from '../data-folder.ts';
import { createHeaders, startGateway } from '../gateway.ts';
import { createHttpClient } from '../http-client.ts';
import { importBusinesses } from '../large-business.ts';
import type { ServerProcess } from '../server-process.ts';
import { measureMs } from '../sql-client.ts';
import { median } from '../stats.ts';
import { heavyReports, loadHeavyLists } from './heavy-reports.ts';
import { type Asking, type Heavy, heavyRequests } from './heavy-requests.ts';

const WATCH = new URL('../load/watch-loop.ts', import.meta.url).href;
const HOLD_FILE = join(DATA_FOLDER, 'held-ms');
const FIRST_ID = 8_500_000;
/** Of each operation: the first ones are of code that is not compiled yet, and are told by themselves. */
const COLD = 2;
const WARM = 4;

const COLUMNS = ['operation', 'cold: worst hold ms', 'warm: worst ms', 'median ms', 'answer ms'];

/** Longest time for which a large but permitted request blocks the event loop. */
export const holds: Workload = {
  name: 'holds',
  runs: 'named',
  run: async ({ postgres, templates }) => {
    await postgres.create('writes', templates.loaded);
    const url = postgres.urlOf('writes');
    const copies = Array.from({ length: COLD + WARM }, (_, copy) => copy);
    const businesses = SIZES.flatMap((participants, at) =>
      copies.map((copy) => ({ id: idOf(at, copy), participants })),
    );
    await importBusinesses(url, businesses);
    await loadHeavyLists(url);
    const env = {
      NODE_OPTIONS: `--import=${WATCH}`,
      HOLD_FILE,
      // Of reports the pictures are files, and what is said of somebody is encrypted.
      FILE_MASTER_KEYS: randomBytes(32).toString('base64'),
    };
    const headers = await createHeaders(url);
    const server = await startGateway(url, { name: 'gateway-holds', env });
    const http = createHttpClient(server);
    const rows: string[][] = [];
    for (const heavy of [
      ...heavyRequests({ http, headers, businessOf }),
      ...heavyReports({ http, headers, server, databaseUrl: url }),
    ])
      rows.push(await measure(server, heavy));
    http.close();
    await server.stop();
    await postgres.drop('writes');
    const title = 'Heavy requests one at a time: for how long each holds the loop at once';
    return { curves: [{ workload: 'holds', title, columns: COLUMNS, rows }] };
  },
};

const SIZES = [1000, 4000];

function idOf(size: number, copy: number): number {
  return FIRST_ID + (size * (COLD + WARM) + copy) * 20_000;
}

const businessOf: Asking['businessOf'] = (size, turn) => idOf(size === 'of 1,000' ? 0 : 1, turn);

async function measure(server: ServerProcess, { name, prepare, run }: Heavy): Promise<string[]> {
  const held: number[] = [];
  const times: number[] = [];
  for (let turn = 0; turn < COLD + WARM; turn += 1) {
    await prepare?.(turn);
    await readHeld(server);
    times.push(await measureMs(async () => await run(turn)));
    held.push(await readHeld(server));
  }
  const warm = held.slice(COLD);
  return [
    name,
    Math.max(...held.slice(0, COLD)).toFixed(1),
    Math.max(...warm).toFixed(1),
    median(warm).toFixed(1),
    median(times.slice(COLD)).toFixed(0),
  ];
}

const POLL_MS = 5;

/** What the process says of itself since it was last asked. */
async function readHeld({ pid }: ServerProcess): Promise<number> {
  await rm(HOLD_FILE, { force: true });
  process.kill(pid, 'SIGWINCH');
  for (;;) {
    const text = await readFile(HOLD_FILE, 'utf8').catch(() => '');
    if (text !== '') return Number(text);
    await wait(POLL_MS);
  }
}
