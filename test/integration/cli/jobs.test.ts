import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OperatorError } from '../../../src/errors.ts';
import { removeFailedJobs } from '../../../src/resolvers/jobs/remove-failed-jobs.ts';
import { retryJobs } from '../../../src/resolvers/jobs/retry-jobs.ts';
import { addService } from '../../../src/resolvers/service/add-service.ts';
import { useDatabase } from '../../support/database/database.ts';
import { queueDeletion } from '../../support/gateway/jobs.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();
const AT = '2026-01-02T03:04:05.000Z';

beforeAll(async () => {
  await addService(database.db, 'acme');
});

/** Jobs 1 to 3 failed; 4 waits, 5 is held, and 6 is of a service that is gone. */
beforeEach(async () => {
  const { db } = database;
  await sql`truncate jobs restart identity`.execute(db);
  for (const key of ['a', 'b', 'c', 'waits', 'held']) await queueDeletion(db, key);
  await queueDeletion(db, 'gone', { serviceId: 77 });
  await sql
    .raw(`update jobs set attempts = 100, failed_at = '${AT}', error = 'Error EAWAY' where id <= 3;
      update jobs set due_at = '${AT}' where id in (4, 6);
      update jobs set held_by = gen_random_uuid(), attempts = 1, due_at = '2999-01-01Z' where id = 5`)
    .execute(db);
});

async function jobs(...args: string[]): Promise<CommandResult> {
  return await runCommand(['jobs', ...args], { DATABASE_URL: database.url });
}

describe('gateway jobs', () => {
  it('lists what failed first, what waits and what is held, and nothing of what they are about', async () => {
    const { stdout, code } = await jobs('list');
    expect(code).toBe(0);
    expect(stdout).toBe(
      [1, 2, 3]
        .map((id) => `${id}  delete_bytes  acme  failed  attempts: 100  ${AT}  Error EAWAY\n`)
        .join('') +
        `4  delete_bytes  acme  waiting  attempts: 0  ${AT}\n` +
        `6  delete_bytes  -  waiting  attempts: 0  ${AT}\n` +
        '5  delete_bytes  acme  held  attempts: 1  2999-01-01T00:00:00.000Z\n',
    );
    const failed = await jobs('list', '--state', 'failed', '--max', '1', '--json');
    expect(JSON.parse(failed.stdout)).toEqual([
      {
        id: 1,
        service: 'acme',
        task: 'delete_bytes',
        state: 'failed',
        attempts: 100,
        at: AT,
        error: 'Error EAWAY',
      },
    ]);
  });

  it('refuses what names no failed job, and changes nothing', async () => {
    const { db } = database;
    const refused = [{ ids: [] }, { ids: ['x'] }, { ids: ['1'], all: true }, { ids: ['1', '4'] }];
    for (const input of refused) {
      await expect(retryJobs(db, input)).rejects.toThrow(OperatorError);
      await expect(removeFailedJobs(db, input)).rejects.toThrow(OperatorError);
    }
    expect(await jobs('remove', '1', '4')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: No failed job has the id 4. Nothing was changed.\n',
    });
    const failed = db.selectFrom('jobs').select('id').where('failed_at', 'is not', null);
    expect(await failed.orderBy('id').execute()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('has failed jobs tried again as if for the first time, and forgets others', async () => {
    expect((await jobs('retry', '2')).stdout).toBe('retried: 2\n');
    const again = database.db.selectFrom('jobs').select(['attempts', 'failed_at', 'error']);
    expect(await again.where('id', '=', 2).executeTakeFirst()).toEqual({
      attempts: 0,
      failed_at: null,
      error: null,
    });
    expect((await jobs('remove', '--all', '--json')).stdout).toBe('{"removed":[1,3]}\n');
    expect((await jobs('list', '--state', 'failed')).stdout).toBe('No jobs found.\n');
  });
});
