import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteDueBlobs } from '../../../src/jobs/tasks/delete-blobs.ts';
import { createLogger } from '../../../src/log.ts';
import { addService } from '../../../src/resolvers/service/add-service.ts';
import { useDatabase } from '../../support/database.ts';

const database = useDatabase();
const log = createLogger('silent');
const SERVICE_ID = 1;

beforeAll(async () => {
  await addService(database.db, 'acme');
});
beforeEach(async () => {
  await database.db.deleteFrom('blob_deletions').execute();
});

async function queue(storageKey: string, dueAt = new Date(0)): Promise<void> {
  const row = { service_id: SERVICE_ID, storage_key: storageKey, due_at: dueAt };
  await database.db.insertInto('blob_deletions').values(row).execute();
}

async function readRow(storageKey: string) {
  const query = database.db.selectFrom('blob_deletions').select(['attempts', 'due_at']);
  return await query.where('storage_key', '=', storageKey).executeTakeFirst();
}

describe('the deletion of bytes', () => {
  it('is tried again later where it fails, each time later, and holds up no other', async () => {
    const { db } = database;
    await queue('x/fails');
    await queue('x/works');
    const tried: string[] = [];
    const deleteBytes = async (key: string) => {
      tried.push(key);
      if (key === 'x/fails') await Promise.reject(new Error('The store is away.'));
    };
    expect(await deleteDueBlobs({ db, log, deleteBytes })).toEqual({ found: 2, failed: 1 });
    expect(tried.toSorted()).toEqual(['x/fails', 'x/works']);
    expect(await readRow('x/works')).toBeUndefined();
    const first = await readRow('x/fails');
    expect(first?.attempts).toBe(1);
    expect(first?.due_at.getTime()).toBeGreaterThan(Date.now());
    expect(await deleteDueBlobs({ db, log, deleteBytes })).toEqual({ found: 0, failed: 0 });
    await db
      .updateTable('blob_deletions')
      .set({ attempts: 40, due_at: new Date(0) })
      .execute();
    await deleteDueBlobs({ db, log, deleteBytes });
    const last = await readRow('x/fails');
    expect(last?.attempts).toBe(41);
    expect(last?.due_at.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
  });

  it('is done once by several processes', async () => {
    const { db } = database;
    for (let index = 0; index < 30; index += 1) await queue(`x/${index}`);
    const tried: string[] = [];
    const deleteBytes = async (key: string) => {
      await Promise.resolve(tried.push(key));
    };
    const parts = { db, log, deleteBytes };
    await Promise.all([deleteDueBlobs(parts), deleteDueBlobs(parts), deleteDueBlobs(parts)]);
    await deleteDueBlobs(parts);
    expect(tried).toHaveLength(30);
    expect(new Set(tried).size).toBe(30);
  });

  it('waits until it is due, and leaves bytes that a file needs', async () => {
    const { db } = database;
    await queue('x/later', new Date(Date.now() + 60_000));
    await queue('x/needed');
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
    const tried: string[] = [];
    const deleteBytes = async (key: string) => {
      await Promise.resolve(tried.push(key));
    };
    await deleteDueBlobs({ db, log, deleteBytes });
    expect(tried).toEqual([]);
    expect(await readRow('x/needed')).toBeUndefined();
    expect(await readRow('x/later')).toBeDefined();
  });
});
