import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PURGED_TABLES } from '../../../src/resolvers/deletion/purge-deleted.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();

async function purge(args: string[], url = database.url): Promise<CommandResult> {
  return await runCommand(['purge', ...args], { DATABASE_URL: url });
}

describe('gateway purge', () => {
  it('says what it did table by table, to people and to machines, without a bar in a pipe', async () => {
    const { code, stdout, stderr } = await purge([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toHaveLength(PURGED_TABLES.length + 2);
    expect(stdout).toMatch(/^participants {2}\d+ → \d+ bytes$/m);
    const full = await purge(['--full', '--json']);
    expect({ code: full.code, stderr: full.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(full.stdout)).toMatchObject({
      tables: [
        ...PURGED_TABLES.map((table) => ({ table, dead_rows: 0, kept_samples: 0 })),
        { table: 'pg_statistic' },
      ],
      skipped: [],
    });
  });

  it('exits with 1 and names the owner where the role is another, which sees all rows', async () => {
    const role = `reader_${randomUUID().replaceAll('-', '')}`;
    await sql.raw(`create role ${role} login bypassrls password '${role}'`).execute(database.db);
    await sql.raw(`grant select on all tables in schema public to ${role}`).execute(database.db);
    const url = new URL(database.url);
    const owner = url.username;
    [url.username, url.password] = [role, role];
    const refused = await purge([], url.href);
    await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(database.db);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: The table users and ${PURGED_TABLES.length - 1} more can be purged by its owner only. Run the command with the role ${owner} in DATABASE_URL.\n`,
    });
  });
});
