import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { removeEmbedded } from '../../../src/embedded-postgres/start.ts';
import type { Workload } from '../bench.ts';
import { megabytes } from '../curve.ts';
import { DATA_FOLDER } from '../data-folder.ts';
import { startGateway, startGatewayEmbedded } from '../gateway.ts';
import { readMemory } from '../proc.ts';
import type { ServerProcess } from '../server-process.ts';
import { median } from '../stats.ts';

const STARTS = 7;
const REST_MS = 2_000;

type Start = { ms: number; memory: number };

/** Time from the start of the process to its first response, and its memory two seconds later. */
export const growthStart: Workload = {
  name: 'growth-start',
  runs: 'named',
  run: async ({ postgres, templates }) => {
    await postgres.create('writes', templates.loaded);
    const url = postgres.urlOf('writes');
    const remote = await repeat(STARTS, async () => await startGateway(url));
    await postgres.drop('writes');
    const dataDir = join(DATA_FOLDER, 'embedded');
    await rm(dataDir, { recursive: true, force: true });
    const start = async (): Promise<ServerProcess> => await startGatewayEmbedded(dataDir);
    const first = await repeat(1, start);
    const later = await repeat(STARTS, start);
    await removeEmbedded(dataDir);
    const rows = [
      ['with DATABASE_URL', ...toCells(remote)],
      ['embedded PostgreSQL, the very first', ...toCells(first)],
      ['embedded PostgreSQL, later', ...toCells(later)],
    ];
    const columns = ['start', 'ms to the first answer', 'MB at rest'];
    return {
      curves: [{ workload: 'growth-start', title: 'Start and memory at rest', columns, rows }],
    };
  },
};

async function repeat(times: number, start: () => Promise<ServerProcess>): Promise<Start[]> {
  const starts: Start[] = [];
  for (let time = 0; time < times; time += 1) {
    const server = await start();
    await wait(REST_MS);
    starts.push({ ms: server.startMs, memory: readMemory(server.pid).resident });
    await server.stop();
  }
  return starts;
}

function toCells(starts: readonly Start[]): string[] {
  return [
    median(starts.map((one) => one.ms)).toFixed(0),
    megabytes(median(starts.map((one) => one.memory))),
  ];
}
