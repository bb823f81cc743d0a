import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDiskSpace, withDiskErrors } from '../../../src/adapters/files/disk.ts';

async function failWith(code: string): Promise<unknown> {
  const cause = Object.assign(new Error('The disk.'), { code });
  return await withDiskErrors(async () => await Promise.reject(cause)).catch(
    (error: unknown) => error,
  );
}

it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])(
  '%s of the disk of files is files_unavailable',
  async (code) => {
    expect(await failWith(code)).toMatchObject({ code: 'files_unavailable', cause: { code } });
  },
);

it('other errors stay what they are', async () => {
  expect(await failWith('EACCES')).toMatchObject({ code: 'EACCES' });
});

it('the space of a folder that is not made yet is that of the disk that it will be on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'space-'));
  const { totalBytes, freeBytes } = await readDiskSpace(join(folder, 'not', 'made'));
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
  await rm(folder, { recursive: true });
});
