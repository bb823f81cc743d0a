import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelBlobDeletion } from '../../../../src/db/queries/files/blob-deletions.ts';
import { deleteBytes } from '../../../../src/jobs/tasks/delete-bytes.ts';
import { addService } from '../../../../src/resolvers/service/add-service.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  countDeletions,
  makeJobsDue,
  queueDeletion,
  startTestWorker,
} from '../../../support/gateway/jobs.ts';

const database = useDatabase();
const SERVICE_ID = 1;

beforeAll(async () => {
  await addService(database.db, 'acme');
});
beforeEach(async () => {
  await database.db.deleteFrom('jobs').execute();
});

/** Does what is due, and answers what was deleted of it. */
async function work(): Promise<string[]> {
  const deleted: string[] = [];
  const vault = {
    delete: async (key: string) => void (await Promise.resolve(deleted.push(key))),
  };
  const worker = startTestWorker(database.db, { tasks: [deleteBytes], tools: { vault } });
  const isDue = database.db.selectFrom('jobs').select('id').where('due_at', '<', new Date());
  await expect.poll(async () => (await isDue.execute()).length, { interval: 5 }).toBe(0);
  await worker.stop();
  return deleted;
}

describe('the deletion of bytes', () => {
  it('waits until it is due', async () => {
    await queueDeletion(database.db, 'x/later', { dueAt: new Date(Date.now() + 60_000) });
    await queueDeletion(database.db, 'x/now');
    expect(await work()).toEqual(['x/now']);
    expect(await countDeletions(database.db)).toBe(1);
  });

  it('leaves bytes that a file needs', async () => {
    const { db } = database;
    await queueDeletion(db, 'x/needed');
    await db
      .insertInto('files')
      .values({
        service_id: SERVICE_ID,
        id: 1,
        state: 'available',
        byte_count: 1,
        media_type: 'text/csv',
        sha256: Buffer.alloc(32),
        storage_key: 'x/needed',
        sealed_key: Buffer.alloc(60),
        sealed_name: Buffer.alloc(60),
      })
      .execute();
    expect(await work()).toEqual([]);
    expect(await countDeletions(db)).toBe(0);
  });

  it('is not taken back once somebody has begun with it', async () => {
    const { db } = database;
    const blob = { serviceId: SERVICE_ID, storageKey: 'x/begun' };
    const failing = { delete: async () => await Promise.reject(new Error('The store is away.')) };
    await queueDeletion(db, 'x/begun');
    const worker = startTestWorker(db, { tasks: [deleteBytes], tools: { vault: failing } });
    const tried = db.selectFrom('jobs').select('error').where('error', 'is not', null);
    await expect.poll(async () => (await tried.execute()).length, { interval: 5 }).toBe(1);
    await worker.stop();
    expect(await cancelBlobDeletion(db, blob)).toBe(false);
    await makeJobsDue(db);
    expect(await work()).toEqual(['x/begun']);
    await queueDeletion(db, 'x/begun');
    expect(await cancelBlobDeletion(db, blob)).toBe(true);
  });
});
