import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import { createMasterKeyText } from '../../../src/adapters/files/master-keys.ts';
import { createTokenIssuer } from '../../../src/auth/tokens.ts';
import { describeStart } from '../../../src/cli/process/describe-start.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { insertDataKey, lockDataKeysForInsert } from '../../../src/db/queries/files/data-keys.ts';
import { listMasterKeys } from '../../../src/resolvers/master-keys/list-master-keys.ts';
import { rotateDataKeys } from '../../../src/resolvers/master-keys/rotate-data-keys.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { makePdf } from '../../support/data/files.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  NO_VAULT,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';
import { openGateway } from '../../support/gateway/open-gateway.ts';
import { untilWaiting } from '../../support/probes/locks.ts';
import { runCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'participant-gateway-keys-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));
/** Master keys are of the whole installation: each test begins without data keys. */
beforeEach(async () => {
  await database.db.deleteFrom('data_keys').execute();
});

async function openVault(env: Record<string, string>): Promise<FileVault> {
  return await createFileVault({ options: loadConfig(env).files, onFault: () => undefined });
}

/** Stores data keys that the current master key of this vault wraps, each of a service of its own. */
async function storeDataKeys(vault: FileVault, count: number): Promise<void> {
  const { db } = database;
  for (let stored = 0; stored < count; stored += 1) {
    const { serviceId } = await createTestService(db, await createTestTokens(db));
    const owner = { serviceId, businessId: null };
    await insertDataKey(db, owner, await vault.wrapKey(vault.makeKey(), owner));
  }
}

describe('master keys', () => {
  it('are rotated under a gateway that runs, which goes on reading and writing files', async () => {
    const FILE_MASTER_KEY_FILE = join(folder, 'keys');
    const vault = await openVault({ FILE_MASTER_KEY_FILE });
    await vault.addMasterKey();
    const gateway = await openGateway(database.url, { FILE_MASTER_KEYS: '', FILE_MASTER_KEY_FILE });
    onTestFinished(async () => await gateway.close());
    const bytes = makePdf(1000);
    const send = async () => {
      const { id } = await makeBusiness(gateway.db, gateway.service.serviceId);
      const content_base64 = bytes.toString('base64');
      const file = { filename: 'a.pdf', content_base64, business_id: id };
      const { body } = await gateway.request('POST', '/api/v4/file/upload', file);
      return `${gateway.url}/api/v4/file/${String(at(body, 'data', 'file_id'))}`;
    };
    const urls = [await send(), await send()];
    const [before] = await listMasterKeys(gateway.db, vault);
    expect(before).toMatchObject({ isCurrent: true, count: 2 });
    await vault.addMasterKey();
    expect(await rotateDataKeys(gateway.db, vault)).toBe(2);
    expect(await rotateDataKeys(gateway.db, vault)).toBe(0);
    urls.push(await send());
    const uses = await listMasterKeys(gateway.db, vault);
    expect(uses.map((one) => one.count)).toEqual([3, 0]);
    expect(uses[1]?.id).toBe(before?.id);
    for (const url of urls) {
      const response = await fetch(url, { headers: gateway.service.headers });
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  it('that are not at hand are named, and rotate nothing', async () => {
    await storeDataKeys(await openVault({ FILE_MASTER_KEYS: createMasterKeyText() }), 3);
    const other = await openVault({ FILE_MASTER_KEYS: createMasterKeyText() });
    const uses = await listMasterKeys(database.db, other);
    expect(uses.map((one) => [one.isAvailable, one.count])).toEqual([
      [true, 0],
      [false, 3],
    ]);
    await expect(rotateDataKeys(database.db, other)).rejects.toMatchObject({
      code: 'files_unavailable',
    });
  });

  it('are not added to by a command that lacks one which is needed, and serve says that there is none', async () => {
    await storeDataKeys(await openVault({ FILE_MASTER_KEYS: createMasterKeyText() }), 1);
    const file = join(folder, 'mistyped');
    const env = { DATABASE_URL: database.url, FILE_MASTER_KEY_FILE: file };
    expect(await runCommand(['keys', 'rotate'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: No master key is configured. Set FILE_MASTER_KEYS or FILE_MASTER_KEY_FILE.\n',
    });
    await expect(stat(file)).rejects.toThrow('ENOENT');
    const started = { config: loadConfig(env), url: 'http://127.0.0.1:4000', demo: undefined };
    expect(await describeStart(started)).toContain(
      'Files:      off; FILE_MASTER_KEY_FILE contains no key',
    );
    const other = `${createMasterKeyText()}\n`;
    await writeFile(file, other);
    const { code, stderr } = await runCommand(['keys', 'rotate'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: Data keys require the master key [0-9a-f]{16}, which is not available/,
    );
    expect(await readFile(file, 'utf8')).toBe(other);
    expect(await describeStart(started)).not.toContain('Files:');
  });

  it('seal a signing key in clear on request, once', async () => {
    await database.db.deleteFrom('signing_keys').execute();
    const options = { ...TOKEN_OPTIONS, signingKey: undefined };
    await createTokenIssuer({ db: database.db, vault: NO_VAULT, options });
    const env = { DATABASE_URL: database.url, FILE_MASTER_KEYS: createMasterKeyText() };
    expect((await runCommand(['keys', 'seal'], env)).stdout).toBe(
      'The signing key is encrypted. Restart every serve process, one after the other.\n',
    );
    expect((await runCommand(['keys', 'seal', '--json'], env)).stdout).toBe('{"sealed":false}\n');
    await database.db.deleteFrom('signing_keys').execute();
  });

  it('are rotated in data keys too that a gateway is about to store', async () => {
    const { db } = database;
    const FILE_MASTER_KEY_FILE = join(folder, 'in-flight');
    const vault = await openVault({ FILE_MASTER_KEY_FILE });
    await vault.addMasterKey();
    const [before] = await vault.masterKeyIds();
    const service = await createTestService(db, await createTestTokens(db));
    const wrapping = Promise.withResolvers<void>();
    const holdingUp = Promise.withResolvers<void>();
    const storing = db.transaction().execute(async (tx) => {
      await lockDataKeysForInsert(tx);
      const { serviceId } = service;
      const wrapped = await vault.wrapKey(vault.makeKey(), { serviceId, businessId: null });
      wrapping.resolve();
      await holdingUp.promise;
      await insertDataKey(tx, { serviceId, businessId: null }, wrapped);
    });
    await wrapping.promise;
    await vault.addMasterKey();
    const rotating = rotateDataKeys(db, vault);
    await untilWaiting(db);
    holdingUp.resolve();
    await storing;
    expect(await rotating).toBe(1);
    const uses = await listMasterKeys(db, vault);
    expect(uses.map((one) => [one.id === before, one.count])).toEqual([
      [false, 1],
      [true, 0],
    ]);
  });

  it('are made in the data folder where the database is there too, for its owner alone', async () => {
    const vault = await openVault({ DATA_DIR: folder });
    const [id] = await vault.masterKeyIds();
    expect(await vault.masterKeyIds()).toEqual([id]);
    const path = join(folder, 'file-master-keys');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).trim()).toHaveLength(43);
  });

  it('are made once, however many files come first at the same time to however many processes', async () => {
    const DATA_DIR = join(folder, 'at-once');
    const vaults = await Promise.all([openVault({ DATA_DIR }), openVault({ DATA_DIR })]);
    const ids = await Promise.all(
      [...vaults, ...vaults].map(async (one) => await one.masterKeyIds()),
    );
    expect(new Set(ids.flat()).size).toBe(1);
    expect(await vaults[0].masterKeyIds()).toEqual(ids[0]);
    expect(await readdir(DATA_DIR)).toEqual(['file-master-keys']);
  });

  it('are added one at a time, so that none is lost that another process wraps with', async () => {
    const FILE_MASTER_KEY_FILE = join(folder, 'added', 'keys');
    const vault = await openVault({ FILE_MASTER_KEY_FILE });
    const adding = [1, 2, 3].map(async () => await vault.addMasterKey());
    const outcomes = await Promise.allSettled(adding);
    const addedCount = outcomes.filter((one) => one.status === 'fulfilled').length;
    expect(addedCount).toBeGreaterThan(0);
    expect(await vault.masterKeyIds()).toHaveLength(addedCount);
    await writeFile(`${FILE_MASTER_KEY_FILE}.draft`, '');
    await expect(vault.addMasterKey()).rejects.toThrow(/draft exists/);
    expect(await vault.masterKeyIds()).toHaveLength(addedCount);
  });

  it('are not made anew over a file that holds none: what they wrapped would be lost', async () => {
    const DATA_DIR = join(folder, 'emptied');
    await mkdir(DATA_DIR);
    await writeFile(join(DATA_DIR, 'file-master-keys'), '');
    const vault = await openVault({ DATA_DIR });
    await expect(vault.masterKeyIds()).rejects.toThrow(/is empty/);
  });

  it('are never made where a database is configured: 503 says that no file can be kept', async () => {
    const vault = await openVault({ DATABASE_URL: 'postgres://nowhere', DATA_DIR: folder });
    await expect(vault.checkReady()).rejects.toMatchObject({ code: 'files_unavailable' });
  });

  it.each(['short', `${'A'.repeat(42)}=`, `${createMasterKeyText()},x`])(
    'are refused without being quoted where they are none: %#',
    async (text) => {
      const opening = openVault({ FILE_MASTER_KEYS: text });
      await expect(opening).rejects.toThrow(/FILE_MASTER_KEYS must contain keys of 32 bytes/);
      await expect(opening).rejects.not.toThrow(text);
    },
  );
});
