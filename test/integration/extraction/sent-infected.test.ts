import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { listStored } from '../../support/data/files.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';

const database = useDatabase();
let clamd: Server;
let gateway: OpenGateway;
/** What stands in clamd's place says this of everything; nothing where it hangs up. */
let verdict: string | undefined;

beforeAll(async () => {
  const socket = join(tmpdir(), `clamd-${randomUUID()}.sock`);
  clamd = createServer(answer).listen(socket);
  await once(clamd, 'listening');
  gateway = await openGateway(database.url, { CLAMD_SOCKET: socket });
});
afterAll(async () => {
  await gateway.close();
  clamd.close();
});

function answer(socket: Socket): void {
  socket.on('error', () => undefined);
  if (verdict === undefined) return void socket.destroy();
  const told = `stream: ${verdict}\0`;
  // A stream of bytes ends with a length of zero.
  socket.on('data', (chunk) => {
    if (chunk.subarray(-4).equals(Buffer.alloc(4))) socket.end(told);
  });
}

async function send(): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.append('file', new File([CERTIFICATE], 'constancia.pdf', { type: 'application/pdf' }));
  const { headers } = gateway.service;
  const url = `${gateway.url}/api/v4/document/extract`;
  const reply = await fetch(url, { method: 'POST', headers, body: form });
  return { status: reply.status, body: await reply.json() };
}

async function countExtractions(): Promise<number> {
  return (await database.db.selectFrom('extractions').select('id').execute()).length;
}

async function countFiles(): Promise<number> {
  return (await database.db.selectFrom('files').select('id').execute()).length;
}

describe('a document that comes with the request', () => {
  it('is read where the scanner finds nothing', async () => {
    verdict = 'OK';
    const { status, body } = await send();
    expect([status, at(body, 'success')]).toEqual([200, true]);
  });

  it('409 where it is infected: its bytes are not kept and not read', async () => {
    const before = await countExtractions();
    const stored = (await listStored(gateway.filesFolder)).length;
    verdict = 'Win.Test.EICAR FOUND';
    const { status, body } = await send();
    expect([status, at(body, 'code_message')]).toEqual([409, 'file_not_available']);
    expect(await countExtractions()).toBe(before);
    expect((await listStored(gateway.filesFolder)).length).toBe(stored);
    const rows = database.db
      .selectFrom('files')
      .select('storage_key')
      .where('state', '=', 'infected');
    expect(await rows.execute()).toEqual([{ storage_key: null }]);
  });

  it('503 where it cannot be scanned and must be, and nothing is kept', async () => {
    const before = [await countExtractions(), await countFiles()];
    verdict = undefined;
    const { status, body } = await send();
    expect([status, at(body, 'code_message')]).toEqual([503, 'files_unavailable']);
    expect([await countExtractions(), await countFiles()]).toEqual(before);
  });
});
