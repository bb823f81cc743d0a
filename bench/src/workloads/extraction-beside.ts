import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { readSpecimen } from '../../../test/support/data/scanned-pdf.ts';
import type { Bench, Workload } from '../bench.ts';
import { SHAPE } from '../dataset.ts';
import { findMember, getNumberMember } from '../json.ts';
import { type Figures, measureRound, medianFigures } from '../measure.ts';
import { openPrivateGateway, type PrivateGateway } from '../private-gateway.ts';
import { createRandom } from '../stats.ts';
import { restDetailRequest } from './reads.ts';

const CONNECTIONS = 16;
const REQUESTS = 5_000;
const POLL_MS = 100;
/** While one is read the next waits, so that who reads is never without work. */
const AT_ONCE = 2;

/** Cost of v4's business detail while reader processes of the same gateway read images. */
export const extractionBeside: Workload = {
  name: 'extraction-beside',
  runs: 'named',
  run: async (bench) => {
    const title = `GET /api/v4/business/detail at ${CONNECTIONS} connections, alone and while pictures of cards are read on the same core`;
    const columns = ['beside', 'req/s', 'p50 ms', 'p99 ms', 'p99 × alone', 'cards read'];
    const rows = await measureBoth(bench);
    return { curves: [{ workload: 'extraction-beside', title, columns, rows }] };
  },
};

type Row = (string | number)[];

/** In turns, so that what else the machine does falls on both. */
async function measureBoth(bench: Bench): Promise<Row[]> {
  const env = { FILE_MASTER_KEYS: randomBytes(32).toString('base64') };
  await using gateway = await openPrivateGateway(bench, bench.templates.loaded, env);
  const alone: Figures[] = [];
  const beside: Figures[] = [];
  let cards = 0;
  await measure(gateway, bench);
  for (let round = 0; round < bench.pace.rounds; round += 1) {
    alone.push(await measure(gateway, bench));
    const reading = startReading(gateway);
    await reading.begun;
    beside.push(await measure(gateway, bench));
    cards += await reading.stop();
  }
  const [without, withCards] = [medianFigures(alone), medianFigures(beside)];
  return [
    ['nothing', ...toCells(without, without), 0],
    ['cards', ...toCells(withCards, without), cards],
  ];
}

async function measure({ server, headers }: PrivateGateway, bench: Bench): Promise<Figures> {
  const random = createRandom(9);
  const requests = Array.from({ length: REQUESTS }, () =>
    restDetailRequest(1 + Math.floor(random() * SHAPE.businesses), headers),
  );
  const round = { connections: CONNECTIONS, seconds: bench.pace.seconds };
  return await measureRound({ server, requests }, round, bench.load);
}

type ReadingBeside = { begun: Promise<void>; stop: () => Promise<number> };

/** Has cards read until it is stopped, and says how many were. */
function startReading(gateway: PrivateGateway): ReadingBeside {
  const begun = Promise.withResolvers<void>();
  const over = new AbortController();
  let count = 0;
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const isRead = await readCard(gateway, over.signal);
      begun.resolve();
      if (isRead) count += 1;
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, work));
  all.catch(begun.reject);
  return {
    begun: begun.promise,
    stop: async () => {
      over.abort();
      await all;
      return count;
    },
  };
}

/** Whether it was before it was over. */
async function readCard(gateway: PrivateGateway, over: AbortSignal): Promise<boolean> {
  const form = new FormData();
  const jpeg = Uint8Array.from(readSpecimen('ine-back'));
  form.append('file', new File([jpeg], 'ine.jpg', { type: 'image/jpeg' }));
  const asked = await answerOf(gateway, '/document/extract', { method: 'POST', body: form });
  const id = getNumberMember(asked, 'data', 'extraction_id');
  let state = findMember(asked, 'data', 'status');
  while (state === 'queued' && !over.aborted) {
    await wait(POLL_MS);
    const path = `/document/extraction/${id}`;
    state = findMember(await answerOf(gateway, path, { method: 'GET' }), 'data', 'status');
  }
  if (state === 'failed') throw new Error('A card could not be read.');
  return state === 'done';
}

async function answerOf(
  { server, headers }: PrivateGateway,
  path: string,
  options: RequestInit,
): Promise<unknown> {
  const reply = await fetch(`${server.url}/api/v4${path}`, { ...options, headers });
  if (reply.status === 200) return await reply.json();
  throw new Error(`${path} was answered ${reply.status}.`);
}

function toCells(figures: Figures, alone: Figures): Row {
  return [
    figures.perSecond.toFixed(0),
    figures.p50.toFixed(1),
    figures.p99.toFixed(1),
    (figures.p99 / alone.p99).toFixed(2),
  ];
}
