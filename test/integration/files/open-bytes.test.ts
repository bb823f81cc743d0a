import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFileVault,
  type FileVault,
  type OpenBytes,
} from '../../../src/adapters/files/file-vault.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { makePdf } from '../../support/data/files.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';

const OPEN_FILES = '/proc/self/fd';
const SIZE = 500_000;
const files = nameFileFolder();
let vault: FileVault;
let key: Buffer;

beforeAll(async () => {
  vault = await createFileVault({
    options: loadConfig(files.env).files,
    onFault: () => undefined,
  });
  const intake = await vault.receive(
    { serviceId: 1, mediaType: '', fileName: 'a.pdf' },
    toBytes(makePdf(SIZE)),
  );
  await vault.store(intake, '1/open');
  ({ key } = intake);
});
afterAll(files.remove);

async function* toBytes(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

async function open(): Promise<OpenBytes> {
  const range = { first: 0, last: SIZE - 1 };
  const bytes = await vault.read({ serviceId: 1, storageKey: '1/open', key, size: SIZE }, range);
  if (bytes === undefined) throw new Error('The file is there.');
  return bytes;
}

/** Files of the store that this process holds open. */
function countOpen(): number {
  return readdirSync(OPEN_FILES).filter((name) => {
    try {
      return readlinkSync(`${OPEN_FILES}/${name}`).startsWith(files.path);
    } catch {
      return false;
    }
  }).length;
}

describe.skipIf(!existsSync(OPEN_FILES))('bytes of the store', () => {
  it.each([0, 1, 2])('are let go of where their reader leaves after part %d', async (part) => {
    const bytes = await open();
    expect(countOpen()).toBe(1);
    const reader = bytes[Symbol.asyncIterator]();
    for (let read = 0; read <= part; read += 1) await reader.next();
    await reader.return?.();
    await expect.poll(countOpen, { interval: 10 }).toBe(0);
  });

  it('are let go of where nobody reads them', async () => {
    const bytes = await open();
    await bytes[Symbol.asyncDispose]();
    await expect.poll(countOpen, { interval: 10 }).toBe(0);
  });
});
