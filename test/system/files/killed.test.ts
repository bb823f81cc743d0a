import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { completeBusiness } from '../../../src/resolvers/completion/complete-business.ts';
import { head, openRaw } from '../../support/clients/raw-http.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { listStored, makePdf } from '../../support/data/files.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { countDeletions, makeJobsDue } from '../../support/gateway/jobs.ts';
import { type ServeProcess, startServe } from '../../support/processes/serve-process.ts';

const database = useDatabase();
const files = nameFileFolder();
afterAll(files.remove);

/** Waiting for a process is waiting for a machine that may be busy. */
const PATIENTLY = { interval: 50, timeout: 60_000 };

async function start(): Promise<ServeProcess> {
  const tokens = { TOKEN_ISSUER: 'test-issuer', TOKEN_AUDIENCE: 'test-audience' };
  const gateway = startServe({ DATABASE_URL: database.url, ...tokens, ...files.env });
  await gateway.url;
  return gateway;
}

type Client = { gateway: ServeProcess; service: TestService };

async function send({ gateway, service }: Client, path: string, body: object) {
  return await fetch(`${await gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...service.headers },
    body: JSON.stringify(body),
  });
}

async function upload(client: Client, businessId: number) {
  const content_base64 = makePdf(3000, `mark-${businessId}`).toString('base64');
  const body = { filename: 'a.pdf', content_base64, business_id: businessId };
  return await send(client, '/api/v4/file/upload', body);
}

async function countQueued(): Promise<number> {
  return await countDeletions(database.db);
}

async function countStored(): Promise<number> {
  return (await listStored(join(files.path, 'blobs'))).length;
}

const MIB = 1024 * 1024;
/** Maximum size of a file where no other is set. */
const FILE_MIB_MAX = 20;
/** Bytes that are received and not on the disk yet: some reads and frames. A gateway that collects a file has all of it. */
const IN_MEMORY_MIB_MAX = 2;

async function countStoredBytes(): Promise<number> {
  const sizes = (await listStored(files.path)).map(async (path) => (await stat(path)).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

it('a gateway stores a file as it arrives, and nothing of one that is over 20 MiB in the end', async () => {
  const service = await createTestService(database.db, await createTestTokens(database.db));
  const gateway = await start();
  const connection = await openRaw(await gateway.url);
  const part = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  const headers = {
    ...service.headers,
    'content-type': 'multipart/form-data; boundary=cut',
    'content-length': String(part.length + (FILE_MIB_MAX + 2) * MIB),
  };
  connection.send(head('POST /api/v4/file/upload', headers) + part);
  for (let sent = 1; sent <= FILE_MIB_MAX; sent += 1) {
    connection.send(makePdf(MIB));
    const storedMin = (sent - IN_MEMORY_MIB_MAX) * MIB;
    await expect.poll(countStoredBytes, PATIENTLY).toBeGreaterThanOrEqual(storedMin);
  }
  for (let sent = 0; sent < 2; sent += 1) connection.send(makePdf(MIB));
  await connection.untilReceived(/^HTTP\/1\.1 413 /);
  connection.socket.destroy();
  await expect.poll(countStoredBytes, PATIENTLY).toBe(0);
  expect(await database.db.selectFrom('files').select('id').execute()).toEqual([]);
  await gateway.stop('SIGTERM');
});

/** Holds up whatever ends a job, which is done after the bytes were deleted. */
const HOLD_UP = `
  create function hold_up() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(42); return old; end $$;
  create trigger hold_up before delete on jobs for each row execute function hold_up()`;

const END_HELD_UP = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and wait_event = 'advisory'`;

it('a gateway that is killed at any step leaves nothing that the next one does not delete', async () => {
  const { db, pool } = database;
  const service = await createTestService(db, await createTestTokens(db));
  const { serviceId } = service;
  const businesses = [];
  for (let index = 0; index < 3; index += 1)
    businesses.push((await makeBusiness(db, serviceId)).id);
  const [first = 0, second = 0, third = 0] = businesses;
  const client = await pool.connect();

  // The bytes of an upload are stored, and the transaction that needs them waits.
  let gateway = await start();
  await client.query('begin');
  await client.query("insert into id_counters values ($1, 'file', 0)", [serviceId]);
  const broken = upload({ gateway, service }, first).catch(() => 'broken');
  await expect.poll(countStored, PATIENTLY).toBe(1);
  await gateway.stop('SIGKILL');
  await client.query('rollback');
  expect(await broken).toBe('broken');
  expect([await countStored(), await countQueued()]).toEqual([1, 1]);
  expect(await db.selectFrom('files').select('id').execute()).toEqual([]);
  // Its hour goes by.
  await makeJobsDue(db);
  gateway = await start();
  await expect.poll(countQueued, PATIENTLY).toBe(0);
  expect(await countStored()).toBe(0);

  // The bytes of a deleted file are gone, and the row that asked for it is not.
  for (const id of [second, third])
    expect((await upload({ gateway, service }, id)).status).toBe(200);
  expect(await countStored()).toBe(2);
  await client.query(HOLD_UP);
  await client.query('select pg_advisory_lock(42)');
  const path = `/api/v4/fiduciary/${second}/complete`;
  expect((await send({ gateway, service }, path, { delete_mode: 'all' })).status).toBe(200);
  await expect.poll(countStored, PATIENTLY).toBe(1);
  await gateway.stop('SIGKILL');
  // What the process had sent already would be done for it.
  await client.query(END_HELD_UP);
  await client.query('select pg_advisory_unlock(42)');
  await client.query('drop function hold_up cascade');
  client.release();
  expect(await countQueued()).toBe(1);

  // A file is deleted, and nobody has begun with its bytes.
  const ctx = await createTestContext(db, service);
  await completeBusiness(ctx, { business: { databaseId: third }, deleteMode: 'all' });
  expect([await countStored(), await countQueued()]).toEqual([1, 2]);
  // What the killed process held is free half a minute later.
  await makeJobsDue(db);
  await start();
  await expect.poll(countQueued, PATIENTLY).toBe(0);
  expect(await countStored()).toBe(0);
  expect(await db.selectFrom('data_keys').select('id').execute()).toEqual([]);
});
