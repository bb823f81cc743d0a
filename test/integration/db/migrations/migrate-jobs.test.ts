import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { deleteBytes } from '../../../../src/jobs/tasks/delete-bytes.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { countDeletions, startTestWorker } from '../../../support/gateway/jobs.ts';

const database = useDatabase();

it('bytes that waited to be deleted before there were jobs are deleted still', async () => {
  const { db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrateUp(db, { upTo: '0014-files' });
  await sql
    .raw(
      `insert into services (name) values ('old');
       insert into blob_deletions (service_id, storage_key, due_at)
       values (1, 'due', 'epoch'), (1, 'later', now() + interval '1 hour')`,
    )
    .execute(db);
  expect((await migrateUp(db))[0]).toBe('0015-jobs');
  const deleted: string[] = [];
  const vault = {
    delete: async (key: string) => void (await Promise.resolve(deleted.push(key))),
  };
  const worker = startTestWorker(db, { tasks: [deleteBytes], tools: { vault } });
  await expect.poll(async () => await countDeletions(db)).toBe(1);
  await worker.stop();
  expect(deleted).toEqual(['due']);
});
