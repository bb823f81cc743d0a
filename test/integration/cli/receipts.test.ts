import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeReceipts } from '../../support/data/receipts.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();
let digests: string[] = [];

beforeAll(async () => {
  const { db } = database;
  const tokens = await createTestTokens(db);
  digests = await makeReceipts(db, await createTestService(db, tokens, { name: 'sound' }), 3);
  await makeReceipts(db, await createTestService(db, tokens, { name: 'broken' }), 3);
  await sql`delete from deletion_receipts where id = 2
    and service_id = (select id from services where name = 'broken')`.execute(db);
});

async function receipts(...args: string[]): Promise<CommandResult> {
  return await runCommand(['receipts', ...args], { DATABASE_URL: database.url });
}

async function verify(...args: string[]): Promise<CommandResult> {
  return await receipts('verify', ...args);
}

describe('gateway receipts verify', () => {
  it('proves a sound chain, and prints its end to be kept elsewhere', async () => {
    expect(await verify('--service', 'sound')).toEqual({
      code: 0,
      stdout:
        'The chain of deletion receipts of sound is valid: 3 receipts.\n' +
        `Last receipt, to store elsewhere and pass to --expect: 3:${digests[2]}\n`,
      stderr: '',
    });
    const { code, stdout } = await verify('--service', 'sound', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      service: 'sound',
      valid: true,
      receipts: 3,
      last: { id: 3, digest: digests[2] },
      fault: null,
    });
  });

  it('exits with 1 and names the first broken link', async () => {
    expect(await verify('--service', 'broken')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: The chain of deletion receipts of broken is broken: receipt 2 is missing.\n',
    });
    const { code, stdout, stderr } = await verify('--service', 'broken', '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      service: 'broken',
      valid: false,
      receipts: 1,
      fault: { kind: 'missing', receipt_id: 2 },
    });
  });

  it('holds the chain to receipts that are known from elsewhere', async () => {
    const expected = ['--service', 'sound', '--expect'];
    expect((await verify(...expected, `2:${digests[1]}`)).code).toBe(0);
    const other = await verify(...expected, `2:${digests[0]}`);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('receipt 2 has another digest than expected');
    const wrong = await verify(...expected, '2:abc');
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('Must be an id, a colon and 64 hexadecimal digits.');
  });

  it('refuses a service that there is not', async () => {
    expect(await verify('--service', 'nobody')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: Service "nobody" does not exist.\n',
    });
  });
});

describe('gateway receipts export and replay', () => {
  it('print what is to be kept, and do nothing about what the chain has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'receipts-'));
    try {
      const { stdout, code } = await receipts('export', '--service', 'sound', '--after', '1');
      expect(code).toBe(0);
      const lines = stdout.trim().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        {
          version: 3,
          id: 2,
          delete_mode: 'without_folio',
          deleted_matches: 0,
          deleted_screenings: 0,
          deleted_reports: 0,
          deleted_consents: 0,
          deleted_extractions: 0,
          deleted_files: 0,
          digest: digests[1],
        },
        { id: 3, delete_mode: 'all', business_deleted: true, digest: digests[2] },
      ]);
      const file = join(folder, 'receipts.jsonl');
      await writeFile(file, stdout);
      expect(await receipts('replay', file, '--service', 'sound')).toEqual({
        code: 0,
        stdout: 'Receipts added: 0. Deletions to review: 0.\n',
        stderr: '',
      });
      // One whose counts are left out is none of the version that it says.
      const uncounted = (lines[1] ?? '').replace('"deleted_reports":0', '"deleted_report":0');
      await writeFile(file, uncounted);
      expect((await receipts('replay', file, '--service', 'sound')).stderr).toBe(
        `error: ${file}, line 1: not a valid receipt.\n`,
      );
      await writeFile(file, `${lines[0] ?? ''}\n{"id":3}\n`);
      expect(await receipts('replay', file, '--service', 'sound')).toEqual({
        code: 1,
        stdout: '',
        stderr: `error: ${file}, line 2: not a valid receipt.\n`,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
