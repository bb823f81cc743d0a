import type { Bench, Workload } from '../bench.ts';
import { graphqlRequest, sendRequest } from '../contender.ts';
import { SHAPE } from '../dataset.ts';
import { findMember } from '../json.ts';
import type { LoadRequest } from '../load/load.ts';
import { measureRound } from '../measure.ts';
import { BUSINESS_DETAIL, UPSERT_BUSINESS } from '../operations.ts';
import { openPrivateGateway, type PrivateGateway } from '../private-gateway.ts';
import { readMemory } from '../proc.ts';
import { createRandom } from '../stats.ts';
import { completeRequest } from './complete.ts';
import { importRequest } from './import-answers.ts';
import { restDetailRequest } from './reads.ts';

const CONNECTIONS = 64;
const SLICE_SECONDS = 10;
/** More writes than a slice needs. When they are repeated, they change nothing. */
const REQUESTS_A_SLICE = 20_000;

/** Five minutes of reads, with every tenth request a write or deletion. */
export const mixed: Workload = {
  name: 'mixed',
  runs: 'full',
  run: async (bench) => {
    const title = `Mixed: 90 % reads, 6 % imports of 50 answers, 2 % new businesses, 2 % deleted; ${CONNECTIONS} connections`;
    const columns = ['second', 'req/s', 'p50 ms', 'p99 ms', 'memory MB'];
    const rows = await runSlices(bench, bench.isQuick ? 3 : 30);
    return { curves: [{ workload: 'mixed', title, columns, rows }] };
  },
};

async function runSlices(bench: Bench, slices: number): Promise<(string | number)[][]> {
  await using gateway = await openPrivateGateway(bench, bench.templates.loaded);
  const { server } = gateway;
  await verifyUpsert(gateway);
  const rows: (string | number)[][] = [];
  const round = { connections: CONNECTIONS, seconds: SLICE_SECONDS };
  for (let slice = 0; slice < slices; slice += 1) {
    const requests = makeRequests(slice, gateway);
    const figures = await measureRound({ server, requests }, round, bench.load);
    rows.push([
      (slice + 1) * SLICE_SECONDS,
      figures.perSecond.toFixed(0),
      figures.p50.toFixed(1),
      figures.p99.toFixed(1),
      (readMemory(server.pid).resident / 2 ** 20).toFixed(0),
    ]);
  }
  return rows;
}

/** Verifies an upsert, because GraphQL returns errors with status 200 as well. */
async function verifyUpsert({ server, headers }: PrivateGateway): Promise<void> {
  const answer = await sendRequest(server, upsertRequest(0, headers));
  const type = findMember(answer, 'data', 'upsertBusiness', '__typename');
  if (type !== 'UpsertBusinessPayload') throw new Error(JSON.stringify(answer));
}

/** Number of businesses that are read and never deleted. Each of the others is deleted once. */
const READ_IDS = 6_000;

function makeRequests(slice: number, { headers }: PrivateGateway): LoadRequest[] {
  const random = createRandom(slice + 1);
  let number = slice * REQUESTS_A_SLICE;
  return Array.from({ length: REQUESTS_A_SLICE }, () => {
    number += 1;
    const id = 1 + Math.floor(random() * READ_IDS);
    // Of 50 requests, one deletes, one creates and three import.
    const place = number % 50;
    if (place === 0) return completeRequest(deletedId(number / 50), headers);
    if (place === 25) return upsertRequest(number, headers);
    if (place % 16 === 8) {
      const user = 1 + Math.floor(random() * SHAPE.users);
      return importRequest({ user, count: 50, turn: number }, headers);
    }
    return place % 2 === 0
      ? graphqlRequest(BUSINESS_DETAIL, { databaseId: id }, headers)
      : restDetailRequest(id, headers);
  });
}

function deletedId(number: number): number {
  return READ_IDS + 1 + (number % (SHAPE.businesses - READ_IDS));
}

const NEW_IDS = 50_000_000;

/** Creates the upsert of a new business with five participants of three documents each. */
function upsertRequest(number: number, headers: Record<string, string>): LoadRequest {
  const participants = Array.from({ length: 5 }, (_, index) => ({
    externalPersonId: NEW_IDS + number * 5 + index,
    personType: 'NATURAL_PERSON',
    name: 'Citlali',
    paternalSurname: 'Estrella',
    email: `nueva${number}.${index}@example.test`,
    roles: ['FIDEICOMITENTE'],
    requestedDocumentTypes: ['INE', 'CURP', 'CSF'],
  }));
  const input = { externalId: NEW_IDS + number, code: `NUEVA-${number}`, participants };
  return graphqlRequest(UPSERT_BUSINESS, { input }, headers);
}
