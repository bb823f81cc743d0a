import type { Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import type { LoadRequest } from '../load/load.ts';
import { loadSteadily } from '../load/steady-clients.ts';
import { UPSERT_BUSINESS } from '../operations.ts';
import { openPrivateGateway } from '../private-gateway.ts';

const CONNECTIONS = [1, 4, 16, 64];
const SECONDS = 10;
/** More than is created in that time. */
const REQUESTS = 20_000;
const FIRST_ID = 70_000_000;

/** Creations of businesses in one service on more and more connections, which share its id counters. */
export const growthCreations: Workload = {
  name: 'growth-creations',
  runs: 'named',
  run: async (bench) => {
    await using gateway = await openPrivateGateway(bench, bench.templates.loaded);
    const { server, headers } = gateway;
    const rows: string[][] = [];
    for (const [turn, connections] of CONNECTIONS.entries()) {
      const requests = Array.from({ length: REQUESTS }, (_, place) =>
        creation(turn * REQUESTS + place, headers),
      );
      const answered = await loadSteadily({
        url: server.url,
        requests,
        connections,
        seconds: SECONDS,
      });
      const times = answered.map(({ ms }) => ms).toSorted((one, other) => one - other);
      const at = (share: number): string =>
        (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
      rows.push([`${connections}`, (times.length / SECONDS).toFixed(0), at(0.5), at(0.99)]);
    }
    const title = 'New businesses of one service, 5 participants with 3 documents each';
    const columns = ['connections', 'created/s', 'p50 ms', 'p99 ms'];
    return { curves: [{ workload: 'growth-creations', title, columns, rows }] };
  },
};

function creation(number: number, headers: Record<string, string>): LoadRequest {
  const participants = Array.from({ length: 5 }, (_, index) => ({
    externalPersonId: FIRST_ID + number * 5 + index,
    personType: 'NATURAL_PERSON',
    name: 'Citlali',
    paternalSurname: 'Estrella',
    roles: ['FIDEICOMITENTE'],
    requestedDocumentTypes: ['INE', 'CURP', 'CSF'],
  }));
  const input = { externalId: FIRST_ID + number, code: `NUEVA-${number}`, participants };
  return graphqlRequest(UPSERT_BUSINESS, { input }, headers);
}
