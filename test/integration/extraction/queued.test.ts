import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import type {
  AcquiredReader,
  DocumentReaders,
  ReadingOutcome,
} from '../../../src/domain/extraction/extraction.ts';
import { createDetachedReadings } from '../../../src/extraction/reader/detached-readings.ts';
import { extractDocument } from '../../../src/jobs/tasks/extract-document.ts';
import type { Worker } from '../../../src/jobs/worker.ts';
import { extractDocument as startExtraction } from '../../../src/resolvers/extraction/extract-document.ts';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { startTestWorker } from '../../support/gateway/jobs.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';

const database = useDatabase();
let gateway: OpenGateway;
let vault: FileVault;
beforeAll(async () => {
  gateway = await openGateway(database.url, { WORKER: 'off' });
  vault = await createFileVault({ options: gateway.config.files, onFault: () => undefined });
});
// A worker would also run the jobs that another test has left.
beforeEach(async () => {
  await database.db.deleteFrom('jobs').execute();
});
afterAll(async () => {
  vault.close();
  await gateway.close();
});

const READ: ReadingOutcome = {
  kind: 'read',
  extracted: {
    kind: 'unknown',
    confidence: 1,
    fields: [],
    missing: [],
    checks: [],
    needsReview: true,
  },
  pageCount: 30,
  pagesRead: 30,
  durationMs: 7,
};

function readersWith(read: AcquiredReader['read']): DocumentReaders {
  const reader = { read, release: () => undefined };
  return {
    engine: 'fake',
    count: 1,
    acquire: async () => await Promise.resolve(reader),
    tryAcquire: () => undefined,
    detached: createDetachedReadings(),
  };
}

function work(read: AcquiredReader['read']): Worker {
  const tools = { vault, readers: readersWith(read) };
  return startTestWorker(database.db, { tasks: [extractDocument], tools });
}

/** One that waits for a worker, of a file of a business of its own, or of none. */
async function queueOne(id?: number) {
  if (id !== undefined)
    await makeBusiness(database.db, gateway.service.serviceId, { id, participants: [{}] });
  const sent = await gateway.request('POST', '/api/v4/file/upload', {
    filename: 'a.pdf',
    content_base64: CERTIFICATE.toString('base64'),
    business_id: id,
  });
  const fileId = Number(at(sent.body, 'data', 'file_id'));
  const asked = await gateway.request('POST', '/api/v4/document/extract', {
    file_id: fileId,
    wait_ms: 0,
  });
  return { fileId, id: Number(at(asked.body, 'data', 'extraction_id')) };
}

async function look(id: number) {
  return await gateway.request('GET', `/api/v4/document/extraction/${id}`);
}

/** The businesses whose listeners were told of it. */
async function listTold(id: number) {
  const told = database.db.selectFrom('business_events').select('business_id');
  return await told.where('extraction_id', '=', id).execute();
}

async function expectEnd(id: number, data: object): Promise<void> {
  await expect.poll(async () => at((await look(id)).body, 'data')).toMatchObject(data);
}

describe('a document that is read beside the requests', () => {
  it('is due at once, though the clock of the process is ahead of that of the database', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    const { id } = await queueOne(10).finally(() => vi.useRealTimers());
    const jobs = database.db.selectFrom('jobs').select(sql<boolean>`due_at <= now()`.as('isDue'));
    expect(await jobs.where('key', '=', String(id)).execute()).toEqual([{ isDue: true }]);
    const worker = work(async () => await Promise.resolve(READ));
    await expectEnd(id, { status: 'done' });
    await worker.stop();
  });

  it('is read once where the request that began to read it stops waiting', async () => {
    const { fileId, id } = await queueOne();
    const reading = Promise.withResolvers<ReadingOutcome>();
    const read = vi.fn<AcquiredReader['read']>(async () => await reading.promise);
    const readers = {
      ...readersWith(read),
      tryAcquire: () => ({ read, release: () => undefined }),
    };
    const ctx = await createTestContext(database.db, gateway.service);
    const input = { file: { databaseId: fileId }, waitMs: 1 };
    const { extraction } = await startExtraction({ ...ctx, files: { vault }, readers }, input);
    expect(extraction.state).toBe('queued');
    const worker = startTestWorker(database.db, {
      tasks: [extractDocument],
      tools: { vault, readers },
    });
    reading.resolve(READ);
    await expectEnd(extraction.id, { status: 'done', pages: 30 });
    await expectEnd(id, { status: 'done', pages: 30 });
    await worker.stop();
    // By the request, and once more by the job of the extraction that `queueOne` asked for.
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is not read again for a request that is sent again with its key', async () => {
    const { fileId } = await queueOne();
    const read = vi.fn<AcquiredReader['read']>(async () => await Promise.resolve(READ));
    const readers = {
      ...readersWith(read),
      tryAcquire: () => ({ read, release: () => undefined }),
    };
    const ctx = {
      ...(await createTestContext(database.db, gateway.service)),
      files: { vault },
      readers,
    };
    const input = { file: { databaseId: fileId }, idempotencyKey: 'sent-again' };
    const first = await startExtraction(ctx, input);
    const second = await startExtraction(ctx, { ...input, waitMs: 5 });
    expect([first.replayed, second.replayed]).toEqual([false, true]);
    expect(second.extraction).toEqual(first.extraction);
    expect(read).toHaveBeenCalledTimes(1);
    const other = { ...input, claimedKind: 'cfdi' as const };
    await expect(startExtraction(ctx, other)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(read).toHaveBeenCalledTimes(1);
    // After a day the key binds nobody, whether its row is swept yet or not.
    await database.db
      .updateTable('idempotency_keys')
      .set({ created_at: sql`now() - interval '25 hours'` })
      .execute();
    expect((await startExtraction(ctx, input)).replayed).toBe(false);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('says on both wires how many pages were read, while it is being read', async () => {
    const { id } = await queueOne(11);
    const goOn = Promise.withResolvers<void>();
    const worker = work(async (_reading, manner) => {
      manner?.onProgress?.({ pagesRead: 1, pageCount: 30 });
      manner?.onProgress?.({ pagesRead: 12, pageCount: 30 });
      await goOn.promise;
      return READ;
    });
    await expectEnd(id, { status: 'queued', pages: 30, pages_read: 12 });
    const { body } = await gateway.graphql(
      'query ($id: SafeInt!) { extraction(databaseId: $id) { status pageCount pagesRead } }',
      { id },
    );
    const now = { status: 'QUEUED', pageCount: 30, pagesRead: 12 };
    expect(at(body, 'data', 'extraction')).toEqual(now);
    goOn.resolve();
    await expectEnd(id, { status: 'done', pages: 30, pages_read: 30 });
    await worker.stop();
  });

  it('has failed where the file loses its bytes meanwhile, and what was read is not kept', async () => {
    const { id, fileId } = await queueOne(12);
    const worker = work(async (_reading, manner) => {
      manner?.onProgress?.({ pagesRead: 12, pageCount: 30 });
      const lost = { state: 'infected', storage_key: null, expires_at: new Date() } as const;
      await database.db.updateTable('files').set(lost).where('id', '=', fileId).execute();
      return READ;
    });
    await expectEnd(id, { status: 'failed', failure: 'file_gone', pages: null, pages_read: null });
    expect(await listTold(id)).toEqual([{ business_id: 12 }]);
    await worker.stop();
  });

  it('is read where its file is attached to a document meanwhile, and its business is told', async () => {
    const { participantIds } = await makeBusiness(database.db, gateway.service.serviceId, {
      id: 15,
      participants: [{ documents: [['INE', null]] }],
    });
    const { id, fileId } = await queueOne();
    const input = { participant: { databaseId: participantIds[0] }, typeCode: 'INE' };
    const worker = work(async () => {
      await gateway.graphql(
        'mutation ($input: AttachDocumentInput!) { attachDocument(input: $input) { __typename } }',
        { input: { ...input, downloadId: fileId } },
      );
      return READ;
    });
    await expectEnd(id, { status: 'done', pages: 30 });
    expect(await listTold(id)).toEqual([{ business_id: 15 }]);
    await worker.stop();
  });

  it('is gone where its business is gone meanwhile, and the job with it', async () => {
    const { id } = await queueOne(13);
    const worker = work(async () => {
      await gateway.request('POST', '/api/v4/fiduciary/13/complete', { delete_mode: 'all' });
      return READ;
    });
    await expectNoJob(id);
    expect((await look(id)).status).toBe(404);
    await worker.stop();
  });

  it('has failed where its worker is lost time and again, and those who listen are told', async () => {
    const { id } = await queueOne(14);
    const jobs = database.db.updateTable('jobs').set({ attempts: 1000 });
    await jobs.where('task', '=', 'extract_document').where('key', '=', String(id)).execute();
    const worker = work(async () => await Promise.resolve(READ));
    await expectEnd(id, { status: 'failed', failure: 'given_up' });
    expect(await listTold(id)).toEqual([{ business_id: 14 }]);
    await worker.stop();
  });
});

async function expectNoJob(id: number): Promise<void> {
  const jobs = database.db.selectFrom('jobs').select('id').where('task', '=', 'extract_document');
  const ofExtraction = jobs.where('key', '=', String(id));
  await expect.poll(async () => await ofExtraction.execute()).toEqual([]);
}
