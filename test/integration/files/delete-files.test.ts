import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createFileVault } from '../../../src/adapters/files/file-vault.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { createRequestContext, inTransaction } from '../../../src/context.ts';
import { deleteExpiredFiles } from '../../../src/db/queries/files/files.ts';
import { completeBusiness } from '../../../src/resolvers/completion/complete-business.ts';
import { withStoredBytes } from '../../../src/resolvers/files/stored-bytes.ts';
import { makeBusiness, type ParticipantSample } from '../../support/data/factories.ts';
import { download, listStored, makePdf, uploadAndGetId } from '../../support/data/files.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { countDeletions } from '../../support/gateway/jobs.ts';

const gateway = useGateway();
let mark = 0;

/** A business whose participants have the file that is uploaded for each, one attached and one not. */
async function makeFiles(participants: ParticipantSample[] = [{}]) {
  const { db, service } = gateway;
  const samples = participants.map((one) => ({
    ...one,
    documents: [['INE', null] as [string, null]],
  }));
  const made = await makeBusiness(db, service.serviceId, { participants: samples });
  const files: { attached: number; loose: number }[] = [];
  for (const id of made.participantIds) {
    const participant_id = `${id}`;
    const attached = await send({ participant_id, cod_tipo_docto: 'INE' });
    files.push({ attached, loose: await send({ participant_id }) });
  }
  const ofBusiness = await send({ business_id: `${made.id}` });
  return { businessId: made.id, files, ofBusiness };
}

async function send(fields: Record<string, string>): Promise<number> {
  mark += 1;
  return await uploadAndGetId(gateway, { bytes: makePdf(2000, `mark-${mark}`), fields });
}

async function complete(businessId: number, delete_mode: string): Promise<void> {
  const path = `/api/v4/fiduciary/${businessId}/complete`;
  const { status } = await gateway.request('POST', path, { body: { delete_mode } });
  expect(status).toBe(200);
}

async function statusOf(id: number): Promise<number> {
  return (await download(gateway, `/api/v4/file/${id}`)).status;
}

async function countKeys(businessId: number): Promise<number> {
  const keys = gateway.db.selectFrom('data_keys').select('id');
  return (await keys.where('business_id', '=', businessId).execute()).length;
}

/** Waits until the store holds exactly what files need, and nothing waits to be deleted. */
async function expectSwept(): Promise<void> {
  const { db } = gateway;
  const countWaiting = async () => await countDeletions(db);
  await expect.poll(countWaiting, { interval: 20, timeout: 60_000 }).toBe(0);
  const rows = await db.selectFrom('files').select('storage_key').execute();
  const needed = rows.flatMap((one) => (one.storage_key === null ? [] : nameOf(one.storage_key)));
  const stored = await listStored(gateway.filesFolder);
  expect(new Set(stored.map((path) => basename(path)))).toEqual(new Set(needed));
}

function nameOf(storageKey: string): string {
  return storageKey.replace('/', '-');
}

describe('a completion', () => {
  afterEach(expectSwept);

  it('with all deletes files, key and bytes, attached or not', async () => {
    const { businessId, files, ofBusiness } = await makeFiles();
    expect(await countKeys(businessId)).toBe(1);
    await complete(businessId, 'all');
    for (const one of files)
      expect([await statusOf(one.attached), await statusOf(one.loose)]).toEqual([404, 404]);
    expect(await statusOf(ofBusiness)).toBe(404);
    expect(await countKeys(businessId)).toBe(0);
  });

  it('in another mode deletes those of the participants that go, and no others', async () => {
    const participants = [{ legalActFolio: 'F-1' }, { legalActFolio: null }];
    const { businessId, files, ofBusiness } = await makeFiles(participants);
    await complete(businessId, '');
    const [kept, gone] = files;
    expect(await statusOf(gone?.attached ?? 0)).toBe(404);
    expect(await statusOf(gone?.loose ?? 0)).toBe(404);
    expect(await statusOf(kept?.attached ?? 0)).toBe(200);
    expect(await statusOf(kept?.loose ?? 0)).toBe(200);
    expect(await statusOf(ofBusiness)).toBe(200);
    await complete(businessId, 'all');
  });

  it('leaves an id that another business refers to, without the bytes', async () => {
    const { businessId, files } = await makeFiles();
    const { db, service } = gateway;
    const id = files[0]?.attached ?? 0;
    const participants = [{ documents: [['INE', id] as [string, number]] }];
    const other = await makeBusiness(db, service.serviceId, { participants });
    await complete(businessId, 'all');
    expect(await statusOf(id)).toBe(404);
    const row = db.selectFrom('files').select('state').where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ state: 'elsewhere' });
    await complete(other.id, 'all');
  });

  it('leaves bytes that a file of equal content shares, until that goes too', async () => {
    const { db, service } = gateway;
    const made = await makeBusiness(db, service.serviceId, {
      participants: [{ documents: [['INE', null]] }],
    });
    const fields = { participant_id: `${made.participantIds[0]}` };
    const sent = { bytes: makePdf(3000, 'shared') };
    const attached = await uploadAndGetId(gateway, {
      ...sent,
      fields: { ...fields, cod_tipo_docto: 'INE' },
    });
    const shared = await uploadAndGetId(gateway, {
      ...sent,
      fields: { business_id: `${made.id}` },
    });
    await complete(made.id, '');
    expect(await statusOf(attached)).toBe(404);
    await expectSwept();
    expect((await download(gateway, `/api/v4/file/${shared}`)).bytes.equals(sent.bytes)).toBe(true);
    await complete(made.id, 'all');
  });
});

describe('an upsert', () => {
  it('deletes the files of the participants that it deletes', async () => {
    const { businessId, files } = await makeFiles();
    const row = await gateway.db
      .selectFrom('businesses')
      .select(['external_id', 'code'])
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow();
    const input = { externalId: row.external_id, code: row.code, participants: [] };
    const query = `mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) {
      __typename } }`;
    await gateway.graphql(query, { input: { ...input, missingParticipants: 'DELETE' } });
    expect(await statusOf(files[0]?.attached ?? 0)).toBe(404);
    expect(await statusOf(files[0]?.loose ?? 0)).toBe(404);
    await expectSwept();
  });
});

describe('the worker', () => {
  it('is woken once, after the commit, and only where there is a job', async () => {
    const { db, service } = gateway;
    const plain = await makeBusiness(db, service.serviceId, { participants: [{}] });
    const { businessId } = await makeFiles();
    const vault = await createFileVault({
      options: loadConfig(nameFileFolder().env).files,
      onFault: () => undefined,
    });
    let wokenCount = 0;
    const ctx = createRequestContext({
      ...(await createTestContext(db, service)),
      files: { vault },
      wakeWorker: () => (wokenCount += 1),
    });
    const erase = async (databaseId: number) =>
      await completeBusiness(ctx, { business: { databaseId }, deleteMode: 'all' });
    await erase(plain.id);
    expect(wokenCount).toBe(0);
    await expect(
      inTransaction(ctx, async (tx) => {
        tx.wakeWorker?.();
        await Promise.reject(new Error('rolled back'));
      }),
    ).rejects.toThrow('rolled back');
    expect(wokenCount).toBe(0);
    await erase(businessId);
    expect(wokenCount).toBe(1);
    // The gateway's own worker was told of none of it.
    await complete((await makeFiles()).businessId, 'all');
    await expectSwept();
  });
});

async function* pdfBytes(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(makePdf());
}

describe('an upload that is kept', () => {
  it('is answered as such, though what comes after its commit fails', async () => {
    const { db, service } = gateway;
    const options = loadConfig(nameFileFolder().env).files;
    const vault = await createFileVault({ options, onFault: () => undefined });
    const failing: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode') throw new Error('The database is away.');
        return node;
      },
      transformResult: async ({ result }) => await Promise.resolve(result),
    };
    const ctx = createRequestContext({
      ...(await createTestContext(db.withPlugin(failing), service)),
      files: { vault },
    });
    const intake = await vault.receive(
      { serviceId: 1, mediaType: '', fileName: 'a.pdf' },
      pdfBytes(),
    );
    const storageKey = await withStoredBytes(
      ctx,
      intake,
      async (key) => await Promise.resolve(key),
    );
    const queued = db.deleteFrom('jobs').where('key', '=', `${storageKey}`);
    expect((await queued.executeTakeFirst()).numDeletedRows).toBe(1n);
    await rm(options.folder, { recursive: true });
  });
});

describe('the sweeper', () => {
  it('deletes what was announced and not completed, and what belongs to no business, in time', async () => {
    const { db } = gateway;
    const loose = await uploadAndGetId(gateway, { bytes: makePdf(4000, 'loose') });
    const fresh = await uploadAndGetId(gateway, { bytes: makePdf(4001, 'fresh') });
    await db
      .updateTable('files')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', loose)
      .execute();
    expect(await deleteExpiredFiles(db, 100)).toBe(1);
    expect([await statusOf(loose), await statusOf(fresh)]).toEqual([404, 200]);
  });
});
