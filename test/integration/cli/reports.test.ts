import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { inventScreening } from '../../support/data/screenings.ts';
import { storeScreening } from '../../support/data/store-screening.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const gateway = useGateway();
const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));
const given = { json: '', pdf: '', signature: '', jwks: '' };

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

beforeAll(async () => {
  const id = await storeScreening(gateway.db, gateway.service.serviceId, inventScreening());
  const path = `/api/v4/blacklist/report/${id}`;
  const headers = gateway.service.headers;
  const pdf = await fetch(`${gateway.url}${path}/pdf`, { headers });
  given.pdf = await write('report.pdf', Buffer.from(await pdf.arrayBuffer()));
  const { body } = await gateway.request('GET', path);
  given.json = await write('report.json', JSON.stringify(body, null, 2));
  given.signature = await write('report.jws', `${String(at(body, 'data', 'pdf', 'signature'))}\n`);
  given.jwks = `${gateway.url}/.well-known/jwks.json`;
});

async function verify(...args: string[]): Promise<CommandResult> {
  return await runCommand(['reports', 'verify', ...args], { DATABASE_URL: gateway.databaseUrl });
}

describe('gateway reports verify', () => {
  it('takes what was given out, by the database or by a JWKS alone', async () => {
    const results = await Promise.all([
      verify(given.pdf, '--service', gateway.service.service),
      verify(given.json, '--jwks', given.jwks),
    ]);
    for (const { code, stdout, stderr } of results) {
      expect(stderr).toBe('');
      expect([code, stdout]).toEqual([0, expect.stringContaining('Valid')]);
    }
  });

  it('says that a file was altered, by one byte or one word', async () => {
    const bytes = await readFile(given.pdf);
    bytes[2000] = (bytes[2000] ?? 0) ^ 1;
    const pdf = await write('altered.pdf', bytes);
    const text = (await readFile(given.json)).toString().replace('"alert"', '"clear"');
    const json = await write('altered.json', text);
    const results = await Promise.all([
      verify(pdf, '--signature', given.signature, '--json'),
      verify(json, '--json'),
    ]);
    for (const { code, stdout } of results)
      expect([code, JSON.parse(stdout)]).toEqual([
        1,
        expect.objectContaining({ verdict: 'altered' }),
      ]);
  });

  it('says that a file is not ours, and needs to know by what to go', async () => {
    const pdf = await write('other.pdf', '%PDF-1.7 of somebody else');
    const unknown = await verify(pdf, '--service', gateway.service.service);
    expect([unknown.code, unknown.stdout]).toEqual([1, expect.stringContaining('Not ours')]);
    const both = ['--service', gateway.service.service, '--jwks', given.jwks];
    const contradictory = await verify(given.json, ...both);
    expect([contradictory.code, contradictory.stdout]).toEqual([1, '']);
    expect(contradictory.stderr).toContain('leave out --service or --jwks');
    const unsigned = await verify(pdf);
    expect([unsigned.code, unsigned.stderr]).toEqual([1, expect.stringContaining('--signature')]);
  });

  it('prints the keys to verify by elsewhere', async () => {
    const { stdout } = await runCommand(['reports', 'keys'], { DATABASE_URL: gateway.databaseUrl });
    const keys = await write('keys.json', stdout);
    const { code } = await verify(given.pdf, '--signature', given.signature, '--jwks', keys);
    expect(code).toBe(0);
  });
});

describe('gateway reports revoke-key', () => {
  it('has reports of the key verified by the record, and no longer prints the key', async () => {
    const env = { DATABASE_URL: gateway.databaseUrl };
    const { keyId } = await gateway.db
      .selectFrom('report_keys')
      .select('kid as keyId')
      .executeTakeFirstOrThrow();
    const signed = [given.pdf, '--signature', given.signature];
    try {
      const revoked = await runCommand(['reports', 'revoke-key', keyId], env);
      expect([revoked.code, revoked.stdout]).toEqual([
        0,
        expect.stringContaining(`Key ${keyId} is revoked since `),
      ]);
      const again = await runCommand(['reports', 'revoke-key', keyId], env);
      expect(again.stdout).toBe(revoked.stdout);
      expect((await runCommand(['reports', 'keys'], env)).stdout).toBe('{"keys":[]}\n');
      const unnamed = await verify(...signed);
      expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringContaining('is revoked')]);
      const named = await verify(...signed, '--service', gateway.service.service, '--json');
      expect([named.code, JSON.parse(named.stdout)]).toEqual([
        0,
        expect.objectContaining({ verdict: 'valid', key: keyId, key_revoked: true }),
      ]);
    } finally {
      await gateway.db.updateTable('report_keys').set({ revoked_at: null }).execute();
    }
  });

  it('refuses a key that signed nothing here', async () => {
    const env = { DATABASE_URL: gateway.databaseUrl };
    const { code, stderr } = await runCommand(['reports', 'revoke-key', 'nobodys'], env);
    expect([code, stderr]).toEqual([1, 'error: Key nobodys signed no report.\n']);
  });
});
