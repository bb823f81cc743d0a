import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReader } from '../../../src/extraction/reader/reader.ts';
import { at } from '../../support/clients/graphql.ts';
import { assemblePdf, makeInvoice } from '../../support/data/documents.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { queueDeletion } from '../../support/gateway/jobs.ts';
import { listReaderProcesses } from '../../support/processes/reader-processes.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';
import { type ServeProcess, startServe } from '../../support/processes/serve-process.ts';
import { startWork } from '../../support/processes/work-process.ts';

/** A document may take three minutes by the clock where others have the cores. */
const SLOW = { timeout: 900_000 };
const PATIENTLY = { interval: 25, timeout: 400_000 };
const TOKEN_ENV = { TOKEN_ISSUER: 'test-issuer', TOKEN_AUDIENCE: 'test-audience' };

const database = useDatabase();
const files = nameFileFolder();
afterAll(files.remove);
let service: TestService;
beforeAll(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
});

/** A page of so many pictures, each of which is a few kilobytes and unpacks to 119 MB, one byte apart. */
function makePictures(count: number): Buffer<ArrayBuffer> {
  const side = 6300;
  const pictures = Array.from({ length: count }, (_, index) => {
    const packed = deflateSync(Buffer.alloc(side * side * 3, index), { level: 9 });
    return (
      `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 ` +
      `/Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`
    );
  });
  const names = pictures.map((_, index) => `/P${index} ${index + 5} 0 R`).join(' ');
  const drawn = pictures.map((_, index) => `q 500 0 0 700 50 50 cm /P${index} Do Q`).join('\n');
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << ${names} >> >> >>`,
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    ...pictures,
  ]);
}

/** Has the gateway read a document, and returns how it ended; `watch` is called while it is read. */
async function extract(gateway: ServeProcess, file: File, watch: () => void = () => undefined) {
  const url = await gateway.url;
  const body = new FormData();
  body.append('file', file);
  const sent = { method: 'POST', headers: service.headers, body };
  const asked = fetch(`${url}/api/v4/document/extract`, sent);
  const timer = setInterval(watch, 25);
  const id = String(at(await (await asked).json(), 'data', 'extraction_id'));
  const read = async () => {
    const reply = await fetch(`${url}/api/v4/document/extraction/${id}`, {
      headers: service.headers,
    });
    return at(await reply.json(), 'data');
  };
  const readStatus = async () => at(await read(), 'status');
  await expect.poll(readStatus, PATIENTLY).toMatch(/^(?:done|failed)$/);
  clearInterval(timer);
  return await read();
}

/** Value in a file of proc(5), 0 where its process has ended. */
function readProc(pid: number, file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function makeEnv(): Record<string, string> {
  return { DATABASE_URL: database.url, ...TOKEN_ENV, ...files.env };
}

describe('a PDF that unpacks to more memory than a reader may have', SLOW, () => {
  it('ends its reader, which the kernel would choose first, and the gateway goes on', async () => {
    const gateway = startServe({ ...makeEnv(), READERS_MAX: '1' });
    await gateway.url;
    const hostile = makePictures(16);
    expect(hostile.length).toBeLessThan(4 * 1024 * 1024);
    const scores = new Set<number>();
    const watch = (): void => {
      for (const pid of listReaderProcesses(gateway.child.pid))
        scores.add(readProc(pid, 'oom_score_adj', /(-?\d+)/));
    };
    const file = new File([hostile], 'hostile.pdf', { type: 'application/pdf' });
    const outcome = await extract(gateway, file, watch);
    // Where others have the cores, its time is over first.
    const failure: unknown = expect.stringMatching(/^(?:reader_lost|timed_out)$/);
    expect(outcome).toMatchObject({ status: 'failed', failure });
    expect(scores).toContain(1000);
    const invoice = new File([makeInvoice()], 'factura.xml', { type: 'application/xml' });
    expect(await extract(gateway, invoice)).toMatchObject({ status: 'done' });
    expect(await gateway.stop('SIGTERM')).toBe(0);
  });
});

it(
  'a reader that takes memory outside of its heap is ended for it, whatever time it has',
  SLOW,
  async () => {
    const program = fileURLToPath(
      new URL('../../support/processes/hungry-reader.ts', import.meta.url),
    );
    const heapMegabytes = 400;
    const reader = createReader({
      program,
      heapMegabytes,
      idleMs: 60_000,
      spentMsMax: 3_600_000,
      memoryBytesMax: 300 * 1024 * 1024,
    });
    const reading = { mediaType: 'text/plain', bytes: new Uint8Array(), claimed: null };
    const outcome = await reader.read({ ...reading, today: '2024-06-01' }, {});
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'reader_lost' });
  },
);

it('a process without readers leaves documents to one that has some', SLOW, async () => {
  const gateway = startServe({ ...makeEnv(), READERS_MAX: '0' });
  await gateway.url;
  const worker = await startWork({ ...makeEnv(), READERS_MAX: '1' });
  const invoice = new File([makeInvoice()], 'factura.xml', { type: 'application/xml' });
  expect(await extract(gateway, invoice)).toMatchObject({ status: 'done' });
  expect([await gateway.stop('SIGTERM'), await worker.stop('SIGTERM')]).toEqual([0, 0]);
});

it('a process for documents alone reads them, and leaves other jobs', SLOW, async () => {
  const gateway = startServe({ ...makeEnv(), READERS_MAX: '0', WORKER: 'off' });
  await gateway.url;
  const { serviceId } = service;
  await queueDeletion(database.db, 'left', { serviceId });
  const worker = await startWork({ ...makeEnv(), READERS_MAX: '1' }, '--only', 'documents');
  const invoice = new File([makeInvoice()], 'factura.xml', { type: 'application/xml' });
  expect(await extract(gateway, invoice)).toMatchObject({ status: 'done' });
  expect([await gateway.stop('SIGTERM'), await worker.stop('SIGTERM')]).toEqual([0, 0]);
  const jobs = database.db.selectFrom('jobs').select('task').where('service_id', '=', serviceId);
  // Of the files that the tests have sent, deletions are queued as well.
  expect(new Set((await jobs.execute()).map(({ task }) => task))).toEqual(
    new Set(['delete_bytes']),
  );
  const none = await spawnCommand(['work', '--only', 'documents'], {
    ...makeEnv(),
    READERS_MAX: '0',
  });
  expect(none).toMatchObject({
    code: 1,
    stderr: 'error: No document can be read with READERS_MAX=0.\n',
  });
});
