import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { isInStore, listStored, makePdf } from '../../support/data/files.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';

/** An S3 server of a package: it checks signatures and answers ranges; its key and secret are both S3RVER. */
let server: S3rver;
let folder = '';
let vault: FileVault;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'participant-gateway-s3-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files' }],
  });
  const { port } = await server.run();
  env = {
    ...nameFileFolder().env,
    S3_BUCKET: 'files',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_PATH_STYLE: 'on',
  };
  vault = await openVault();
});
afterAll(async () => {
  vault.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function openVault(further: Record<string, string> = {}): Promise<FileVault> {
  const options = loadConfig({ ...env, ...further }).files;
  return await createFileVault({ options, onFault: () => undefined });
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_000)
    yield await Promise.resolve(bytes.subarray(at, at + 10_000));
}

async function put(storageKey: string, bytes: Buffer): Promise<Buffer> {
  const said = { serviceId: 1, mediaType: '', fileName: 'a.pdf' };
  const intake = await vault.receive(said, chunksOf(bytes));
  await vault.store(intake, storageKey);
  return intake.key;
}

async function read(blob: Parameters<FileVault['read']>[0], first: number, last: number) {
  const bytes = await vault.read(blob, { first, last });
  if (bytes === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a bucket of S3', () => {
  it('gives back what it keeps, in whole and in part, and holds none of it in clear', async () => {
    const bytes = makePdf(300_000, 'bucket');
    const key = await put('1/abc', bytes);
    const blob = { serviceId: 1, storageKey: '1/abc', key, size: bytes.length };
    expect((await read(blob, 0, 299_999))?.equals(bytes)).toBe(true);
    expect((await read(blob, 65_530, 131_080))?.equals(bytes.subarray(65_530, 131_081))).toBe(true);
    expect((await read(blob, 299_999, 299_999))?.equals(bytes.subarray(299_999))).toBe(true);
    expect(await isInStore(folder, bytes.subarray(0, 16))).toBe(false);
  });

  it('has nothing of what was deleted, also when that is asked for twice', async () => {
    const bytes = makePdf(5000);
    const key = await put('1/gone', bytes);
    const blob = { serviceId: 1, storageKey: '1/gone', key, size: bytes.length };
    await vault.delete('1/gone');
    await vault.delete('1/gone');
    expect(await read(blob, 0, 4999)).toBeUndefined();
    expect((await listStored(folder)).filter((path) => path.includes('gone'))).toEqual([]);
  });

  it('that refuses the credentials is a fault, which quotes none of them', async () => {
    const wrong = await openVault({ S3_SECRET_ACCESS_KEY: 'another-secret' });
    await expect(wrong.delete('1/abc')).rejects.toThrow(/signature/i);
    await expect(wrong.delete('1/abc')).rejects.not.toThrow(/another-secret/);
    wrong.close();
  });
});
